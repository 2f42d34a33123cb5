import type { Analytics } from '@geodes/contracts';
import { formatDollars } from '../../../app/money.js';
import { AnalyticsCard, FigureTable } from './analytics-card.js';
import { counted } from './analytics-text.js';
import { SliceChart } from './charts.js';

/** Compares first orders with orders of returning buyers. */
export const AnalyticsBuyers = ({ buyers: { first, returning } }: Pick<Analytics, 'buyers'>) => {
  const kinds = [
    { name: 'First-time buyers', ...first },
    { name: 'Returning buyers', ...returning },
  ];
  return (
    <AnalyticsCard
      title="Buyers"
      chart={
        <SliceChart
          slices={kinds.map(({ name, orders, revenue }) => ({
            key: name,
            name,
            value: orders,
            text: `${counted(orders, 'order')}, ${formatDollars(revenue)}`,
          }))}
        />
      }
      table={
        <FigureTable
          caption="Buyers"
          columns={['Buyers', 'Orders', 'Revenue', 'Average order']}
          rows={kinds.map(({ name, orders, revenue, averageOrder }) => ({
            key: name,
            cells: [
              name,
              orders.toLocaleString('en-US'),
              formatDollars(revenue),
              averageOrder ? formatDollars(averageOrder) : '–',
            ],
          }))}
        />
      }
    />
  );
};
