import type { Analytics, SalesTotal } from '@geodes/contracts';
import { formatDollars } from '../../../app/money.js';
import { SliceCard } from './slice-card.js';

const slice = (name: string, { orders, revenue, averageOrder }: SalesTotal) => ({
  key: name,
  name,
  count: orders,
  dollars: revenue,
  more: averageOrder ? formatDollars(averageOrder) : '–',
});

/** Compares first orders with orders of returning buyers. */
export const AnalyticsBuyers = ({ buyers: { first, returning } }: Pick<Analytics, 'buyers'>) => (
  <SliceCard
    title="Buyers"
    noun="order"
    columns={['Buyers', 'Orders', 'Revenue', 'Average order']}
    slices={[slice('First-time buyers', first), slice('Returning buyers', returning)]}
  />
);
