import type { ReactNode } from 'react';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { AnalyticsCard, FigureTable } from './analytics-card.js';
import { SliceChart } from './charts.js';

interface SliceCardProps {
  title: string;
  lead?: ReactNode;
  /** What is counted, in the singular. */
  noun: string;
  /** Head the columns of the table: names, counts, dollars, and those of `more`. */
  columns: string[];
  slices: { key: string; name: string; count: number; dollars: string; more?: string }[];
}

/** Counts and dollars by kind. */
export const SliceCard = ({ title, lead, noun, columns, slices }: SliceCardProps) => (
  <AnalyticsCard
    title={title}
    lead={lead}
    chart={
      slices.length === 0 ? (
        <p className="small dim">Nothing was sold in this period.</p>
      ) : (
        <SliceChart
          slices={slices.map(({ key, name, count, dollars }) => ({
            key,
            name,
            value: count,
            text: `${counted(count, noun)}, ${formatDollars(dollars)}`,
          }))}
        />
      )
    }
    table={
      <FigureTable
        caption={title}
        columns={columns}
        rows={slices.map(({ key, name, count, dollars, more }) => ({
          key,
          cells: [name, count.toLocaleString('en-US'), formatDollars(dollars), ...(more ? [more] : [])],
        }))}
      />
    }
  />
);
