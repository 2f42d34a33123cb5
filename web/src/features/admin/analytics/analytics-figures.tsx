import type { Analytics } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { AnalyticsBuyers } from './analytics-buyers.js';
import { AnalyticsOnSale } from './analytics-on-sale.js';
import { AnalyticsSales } from './analytics-sales.js';
import { AnalyticsSold } from './analytics-sold.js';
import { dayText, features } from './analytics-text.js';
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
          <AnalyticsBuyers buyers={analytics.buyers} />
          {features.map(({ feature, title, column }) => (
            <AnalyticsSold
              key={feature}
              feature={feature}
              title={title}
              column={column}
              slices={analytics.sold[feature]}
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
