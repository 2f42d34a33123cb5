import type { PaymentDifferences } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { formatCents } from '../../../app/money.js';
import { shopTime, useShopClock } from '../../../app/shop-clock.js';
import { Button } from '../../../ui/button.js';
import panel from '../panel.module.css';
import { PanelSection } from '../panel-section.js';
import { useHolds } from '../holds.api.js';
import {
  checkStatus,
  needsEyes,
  useCheckWithSquareMutation,
  useGetDifferencesQuery,
} from '../reconciliation/reconciliation.api.js';
import { dateTime } from '../dates.js';
import { SessionList } from './sessions-list.js';
import { SettingsHealth } from './settings-health.js';
import { SettingsEvents, SettingsLetters } from './settings-retries.js';
import { SettingsPasskeys, SettingsPin } from './settings-log-in.js';
import { SettingsShopDetails } from './settings-shop-details.js';
import styles from './settings-tab.module.css';
import { holdsSummary, holdTimes } from './settings-text.js';

/** The state of the shop, its details, failed events, unsent letters, reconciliation, open sessions, PIN and passkeys. */
export const SettingsTab = () => (
  <>
    <div className={panel.head}>
      <h1>Settings</h1>
    </div>
    <div className={styles.sections}>
      <SettingsHealth />
      <div className={styles.column}>
        <SettingsHolds />
        <SettingsEvents />
        <SettingsLetters />
        <SettingsReconciliation />
        <SessionList />
        <SettingsPin />
        <SettingsPasskeys />
      </div>
      <SettingsShopDetails />
    </div>
  </>
);

/** Sums up the open holds. The inventory shows which geodes they contain. */
const SettingsHolds = () => {
  const { data, error, fulfilledTimeStamp = 0 } = useHolds();
  useShopClock();
  return (
    <PanelSection title="Holds">
      <p className="small" role="status">
        {error ? messageOf(error, 'Holds cannot be shown at the moment.') : data && holdsSummary(data)}
      </p>
      {data && !error && data.count > 0 && (
        <p className="small num">{holdTimes(data, shopTime() ?? fulfilledTimeStamp)}</p>
      )}
      <p className="mini dim">A buyer who goes to pay has his stones kept for him. The inventory shows which.</p>
    </PanelSection>
  );
};

const SHOWN = 5;
const states = { open: 'Waits for you, above the orders', mended: 'Mended by itself', seen: 'Seen' } as const;

/** Sums up the last reconciliation. The Orders tab has the buttons for open differences. */
const SettingsReconciliation = () => {
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
