import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { Button } from '../../../ui/button.js';
import { PanelSection } from '../panel-section.js';
import styles from './analytics.module.css';
import { SliceChart } from './charts.js';

interface AnalyticsCardProps {
  title: string;
  /** Shown above the chart and above the table. */
  lead?: ReactNode;
  chart: ReactNode;
  /** Shows the same figures as the chart. */
  table: ReactNode;
  wide?: boolean;
}

/** Shows figures as a chart, or as a table on request. */
export const AnalyticsCard = ({ title, lead, chart, table, wide }: AnalyticsCardProps) => {
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? ChartColumn : Table2;
  const label = isTable ? 'As chart' : 'As table';
  return (
    <PanelSection
      title={title}
      className={wide && styles.wide}
      action={
        <Button look="quiet" size="small" aria-label={`${label}: ${title}`} onClick={() => setIsTable(!isTable)}>
          <Icon className="icon-s" aria-hidden />
          {label}
        </Button>
      }
    >
      {lead}
      {isTable ? table : chart}
    </PanelSection>
  );
};

interface FigureTableProps {
  /** Names the table for screen readers. */
  caption: string;
  /** The first column names the rows; the others hold figures. */
  columns: string[];
  rows: { key: string; cells: string[] }[];
}

/** A table of figures. It scrolls inside its card, also by keyboard. */
export const FigureTable = ({ caption, columns, rows }: FigureTableProps) => (
  <div className={styles.scroll} role="region" aria-label={`${caption}, table`} tabIndex={0}>
    <table className={styles.table}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td key={columns[index + 1]} className="num">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

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
