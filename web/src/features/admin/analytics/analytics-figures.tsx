import type { Analytics, InventoryAge, SalesSlice, SalesTotal } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PanelSection } from '../panel-section.js';
import { FigureTable, SliceCard, AnalyticsCard } from './analytics-card.js';
import {
  ageText,
  dayText,
  type Feature,
  features,
  sliceText,
  pointText,
  shortStep,
  stepNames,
  stepText,
} from './analytics-text.js';
import styles from './analytics.module.css';
import { ColumnChart } from './charts.js';

/** The sales of a period and the present inventory. */
export const AnalyticsFigures = ({ analytics }: { analytics: Analytics }) => (
  <>
    <p className={`small dim num ${styles.range}`} role="status">
      {rangeText(analytics)}
    </p>
    <div className={styles.cards}>
      {analytics.firstDay === null ? (
        <div className={styles.wide}>
          <EmptyState title="No Sales Yet">What is sold will be counted here, from the first paid order on.</EmptyState>
        </div>
      ) : (
        <>
          <AnalyticsSales analytics={analytics} />
          <SliceCard
            title="Buyers"
            noun="order"
            columns={['Buyers', 'Orders', 'Revenue', 'Average order']}
            slices={[
              buyersSlice('First-time buyers', analytics.buyers.first),
              buyersSlice('Returning buyers', analytics.buyers.returning),
            ]}
          />
          {features.map(({ feature, title, column }) => (
            <SliceCard
              key={feature}
              title={title}
              noun="stone"
              columns={[column, 'Stones', 'Revenue']}
              slices={analytics.sold[feature].map((slice) => soldSlice(feature, slice))}
            />
          ))}
        </>
      )}
      <AnalyticsOnSale onSale={analytics.onSale} alone={analytics.firstDay === null} />
    </div>
    <p className={`mini dim ${styles.note}`}>
      Paid orders count on the day they were placed, in the time of Iowa; archived ones, too. Cancelled orders and what
      was refunded do not.
    </p>
  </>
);

const rangeText = ({ from, to, total, firstDay }: Analytics): string => {
  if (firstDay === null) return 'Nothing has been sold yet.';
  const days = from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;
  if (total.orders === 0) return `${days}: nothing was sold.`;
  return `${days}: ${counted(total.orders, 'order')}, ${formatDollars(total.revenue)}.`;
};

const buyersSlice = (name: string, { orders, revenue, averageOrder }: SalesTotal) => ({
  key: name,
  name,
  count: orders,
  dollars: revenue,
  more: averageOrder ? formatDollars(averageOrder) : '–',
});

const soldSlice = (feature: Feature, slice: SalesSlice) => ({
  key: slice.rest ? 'rest' : slice.value === null ? 'unknown' : `= ${slice.value}`,
  name: sliceText(feature, slice),
  count: slice.geodes,
  dollars: slice.revenue,
});

interface AnalyticsOnSaleProps {
  onSale: InventoryAge;
  /** No other cards are shown. */
  alone: boolean;
}

/** The geodes on sale now, by how long they have been on sale, and the oldest of them. */
const AnalyticsOnSale = ({ onSale, alone }: AnalyticsOnSaleProps) => (
  <>
    <SliceCard
      title="On sale now"
      lead={<p className="small num">{summaryText(onSale)}</p>}
      noun="stone"
      columns={['On sale for', 'Stones', 'Price of all']}
      slices={onSale.ages.map(({ fromDays, geodes, value }) => ({
        key: String(fromDays),
        name: ageText(fromDays),
        count: geodes,
        dollars: value,
      }))}
    />
    {onSale.oldest.length > 0 && (
      <PanelSection title="On sale for longest" className={!alone && styles.wide}>
        <FigureTable
          caption="On sale for longest"
          columns={['Stone', 'Price', 'Days']}
          rows={onSale.oldest.map(({ id, title, price, days }) => ({
            key: id,
            cells: [title, formatDollars(price), days.toLocaleString('en-US')],
          }))}
        />
      </PanelSection>
    )}
  </>
);

const summaryText = ({ geodes, inCheckout, value, medianDays }: InventoryAge): string => {
  if (geodes === 0) return 'No stone is on sale.';
  const held = inCheckout > 0 ? `, ${inCheckout.toLocaleString('en-US')} of them in a checkout` : '';
  const half = medianDays === null ? '' : ` Half of them for ${counted(medianDays, 'day')} or longer.`;
  return `${counted(geodes, 'stone')} for ${formatDollars(value)}${held}.${half}`;
};

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
const AnalyticsSales = ({ analytics: { total, points, step } }: { analytics: Analytics }) => {
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
