import type { PaymentDifferences } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { formatCents } from '../../../app/money.js';
import { Button } from '../../../ui/button.js';
import {
  checkStatus,
  needsEyes,
  useCheckWithSquareMutation,
  useGetDifferencesQuery,
} from '../reconciliation/reconciliation.api.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import styles from './settings-tab.module.css';

const SHOWN = 5;
const states = { open: 'Waits for you, above the orders', mended: 'Mended by itself', seen: 'Seen' } as const;

/** Sums up the last reconciliation. The Orders tab has the buttons for open differences. */
export const SettingsReconciliation = () => {
  const { data, error } = useGetDifferencesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [check, checked] = useCheckWithSquareMutation();
  const latest = data?.differences.slice(0, SHOWN) ?? [];
  return (
    <PanelSection
      title="Payments and Square"
      action={
        <Button look="quiet" size="small" busy={checked.isLoading} onClick={() => void check()}>
          Compare now
        </Button>
      }
    >
      <p className="small">
        {error ? messageOf(error, 'The last comparison cannot be shown at the moment.') : data && lastRunText(data)}
      </p>
      <p className="small" role="status">
        {checkStatus(checked, 'The comparison was not finished. Please try again.')}
      </p>
      {latest.length > 0 && (
        <ul className={styles.rows}>
          {latest.map(({ id, amountCents, text, state, seenAt }) => (
            <li key={id} className={styles.row}>
              <div className={styles.words}>
                <span className="ink">{text}</span>
                <span className="small dim num">
                  {states[state]}, found on {dateTime(seenAt)}
                </span>
              </div>
              <span className="num strong">{formatCents(amountCents)}</span>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  );
};

const lastRunText = ({ checkedAt, differences }: PaymentDifferences): string => {
  if (!checkedAt) return 'Payments have not been compared with Square yet.';
  const open = differences.filter(({ state }) => state === 'open').length;
  const quiet = differences.length === 0 ? 'Nothing differs.' : 'Nothing waits for you.';
  return `Last compared on ${dateTime(checkedAt)}. ${open > 0 ? `${needsEyes(open)}.` : quiet}`;
};
