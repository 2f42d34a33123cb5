import type { InventoryAge } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { PanelSection } from '../panel-section.js';
import { FigureTable } from './analytics-card.js';
import { ageText } from './analytics-text.js';
import styles from './analytics.module.css';
import { SliceCard } from './slice-card.js';

interface AnalyticsOnSaleProps {
  onSale: InventoryAge;
  /** No other cards are shown. */
  alone: boolean;
}

/** The geodes on sale now, by how long they have been on sale, and the oldest of them. */
export const AnalyticsOnSale = ({ onSale, alone }: AnalyticsOnSaleProps) => (
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
