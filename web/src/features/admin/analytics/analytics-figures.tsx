import type { Analytics, InventoryAge, SalesSlice, SalesTotal } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PanelSection } from '../panel-section.js';
import { FigureTable, SliceCard } from './analytics-card.js';
import { AnalyticsSales } from './analytics-sales.js';
import { ageText, dayText, type Feature, features, sliceText } from './analytics-text.js';
import styles from './analytics.module.css';

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
