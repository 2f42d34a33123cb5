import type { SalesSlice } from '@geodes/contracts';
import { formatDollars } from '../../../app/money.js';
import { AnalyticsCard, FigureTable } from './analytics-card.js';
import { counted, sliceText, type Feature } from './analytics-text.js';
import { SliceChart } from './charts.js';

interface AnalyticsSoldProps {
  feature: Feature;
  title: string;
  /** Heads the column of values. */
  column: string;
  slices: SalesSlice[];
}

/** Sales by one feature of the geodes. */
export const AnalyticsSold = ({ feature, title, column, slices }: AnalyticsSoldProps) => {
  const named = slices.map((slice) => ({ ...slice, name: sliceText(feature, slice) }));
  const keyOf = ({ value, rest }: SalesSlice): string => `${rest ? 'rest' : value === null ? 'unknown' : `= ${value}`}`;
  const nothing = <p className="small dim">Nothing was sold in this period.</p>;
  return (
    <AnalyticsCard
      title={title}
      chart={
        slices.length === 0 ? (
          nothing
        ) : (
          <SliceChart
            slices={named.map((slice) => ({
              key: keyOf(slice),
              name: slice.name,
              value: slice.geodes,
              text: `${counted(slice.geodes, 'stone')}, ${formatDollars(slice.revenue)}`,
            }))}
          />
        )
      }
      table={
        <FigureTable
          caption={title}
          columns={[column, 'Stones', 'Revenue']}
          rows={named.map((slice) => ({
            key: keyOf(slice),
            cells: [slice.name, slice.geodes.toLocaleString('en-US'), formatDollars(slice.revenue)],
          }))}
        />
      }
    />
  );
};
