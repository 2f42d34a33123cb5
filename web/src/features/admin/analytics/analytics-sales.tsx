import type { Analytics } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { AnalyticsCard, FigureTable } from './analytics-card.js';
import { pointText, shortStep, stepNames, stepText } from './analytics-text.js';
import styles from './analytics.module.css';
import { ColumnChart } from './charts.js';

const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const shortCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const wholeCount = (value: number): string => (Number.isInteger(value) ? shortCount.format(value) : '');

const NONE = '–';

/** Charts revenue and orders over time. */
export const AnalyticsSales = ({ analytics: { total, points, step } }: { analytics: Analytics }) => {
  const columns = (value: (point: (typeof points)[number]) => number) =>
    points.map((point) => ({
      key: point.start,
      value: value(point),
      label: shortStep(point.start, step),
      text: pointText(point, step),
    }));
  return (
    <AnalyticsCard
      wide
      title="Sales"
      lead={
        <dl className={styles.totals}>
          <Total name="Revenue" figure={formatDollars(total.revenue)} />
          <Total name="Orders" figure={total.orders.toLocaleString('en-US')} />
          <Total name="Average order" figure={total.averageOrder ? formatDollars(total.averageOrder) : NONE} />
          <Total name="Stones sold" figure={total.geodes.toLocaleString('en-US')} />
        </dl>
      }
      chart={
        <>
          <h3 className={styles.kind}>Revenue</h3>
          <ColumnChart
            summary={`Revenue by ${step}: ${formatDollars(total.revenue)} in all. The figures are in the table.`}
            columns={columns(({ revenue }) => Number(revenue))}
            height={260}
            format={(value) => shortDollars.format(value)}
          />
          <h3 className={styles.kind}>Orders</h3>
          <ColumnChart
            summary={`Orders by ${step}: ${counted(total.orders, 'order')} in all. The figures are in the table.`}
            columns={columns(({ orders }) => orders)}
            height={160}
            format={wholeCount}
          />
        </>
      }
      table={
        <FigureTable
          caption="Sales"
          columns={[stepNames[step], 'Revenue', 'Orders', 'Average order']}
          rows={points.map(({ start, revenue, orders, averageOrder }) => ({
            key: start,
            cells: [
              stepText(start, step),
              formatDollars(revenue),
              orders.toLocaleString('en-US'),
              averageOrder ? formatDollars(averageOrder) : NONE,
            ],
          }))}
        />
      }
    />
  );
};

const Total = ({ name, figure }: { name: string; figure: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{figure}</dd>
  </div>
);
