import type { InventoryAge } from '@geodes/contracts';
import { formatDollars } from '../../../app/money.js';
import { classNames } from '../../../ui/class-names.js';
import { AnalyticsCard, FigureTable } from './analytics-card.js';
import { ageText, counted } from './analytics-text.js';
import styles from './analytics.module.css';
import { SliceChart } from './charts.js';

interface AnalyticsOnSaleProps {
  onSale: InventoryAge;
  /** No other cards are shown. */
  alone: boolean;
}

/** The geodes on sale now, by how long they have been on sale, and the oldest of them. */
export const AnalyticsOnSale = ({ onSale, alone }: AnalyticsOnSaleProps) => (
  <>
    <AnalyticsCard
      title="On sale now"
      lead={<p className="small num">{summaryText(onSale)}</p>}
      chart={
        <SliceChart
          slices={onSale.ages.map(({ fromDays, geodes, value }) => ({
            key: String(fromDays),
            name: ageText(fromDays),
            value: geodes,
            text: `${counted(geodes, 'stone')}, ${formatDollars(value)}`,
          }))}
        />
      }
      table={
        <FigureTable
          caption="On sale now"
          columns={['On sale for', 'Stones', 'Price of all']}
          rows={onSale.ages.map(({ fromDays, geodes, value }) => ({
            key: String(fromDays),
            cells: [ageText(fromDays), geodes.toLocaleString('en-US'), formatDollars(value)],
          }))}
        />
      }
    />
    {onSale.oldest.length > 0 && (
      <section className={classNames(styles.card, !alone && styles.wide)} aria-label="On sale for longest">
        <div className={styles.head}>
          <h2>On sale for longest</h2>
        </div>
        <FigureTable
          caption="On sale for longest"
          columns={['Stone', 'Price', 'Days']}
          rows={onSale.oldest.map(({ id, title, price, days }) => ({
            key: id,
            cells: [title, formatDollars(price), days.toLocaleString('en-US')],
          }))}
        />
      </section>
    )}
  </>
);

const summaryText = ({ geodes, inCheckout, value, medianDays }: InventoryAge): string => {
  if (geodes === 0) return 'No stone is on sale.';
  const held = inCheckout > 0 ? `, ${inCheckout.toLocaleString('en-US')} of them in a checkout` : '';
  const half = medianDays === null ? '' : ` Half of them for ${counted(medianDays, 'day')} or longer.`;
  return `${counted(geodes, 'stone')} for ${formatDollars(value)}${held}.${half}`;
};
