import type { SalesSlice } from '@geodes/contracts';
import { sliceText, type Feature } from './analytics-text.js';
import { SliceCard } from './slice-card.js';

interface AnalyticsSoldProps {
  feature: Feature;
  title: string;
  /** Heads the column of values. */
  column: string;
  slices: SalesSlice[];
}

const keyOf = ({ value, rest }: SalesSlice): string => `${rest ? 'rest' : value === null ? 'unknown' : `= ${value}`}`;

/** Sales by one feature of the geodes. */
export const AnalyticsSold = ({ feature, title, column, slices }: AnalyticsSoldProps) => (
  <SliceCard
    title={title}
    noun="stone"
    columns={[column, 'Stones', 'Revenue']}
    slices={slices.map((slice) => ({
      key: keyOf(slice),
      name: sliceText(feature, slice),
      count: slice.geodes,
      dollars: slice.revenue,
    }))}
  />
);
