import { messageOf } from '../../../app/api-error.js';
import panel from '../panel.module.css';
import { SessionList } from './sessions-list.js';
import { SettingsEvents } from './settings-events.js';
import { SettingsHealth } from './settings-health.js';
import { SettingsLetters } from './settings-letters.js';
import { SettingsPasskeys } from './settings-passkeys.js';
import { SettingsPin } from './settings-pin.js';
import { SettingsReconciliation } from './settings-reconciliation.js';
import { PanelSection } from '../panel-section.js';
import { SettingsShopDetails } from './settings-shop-details.js';
import styles from './settings-tab.module.css';
import { holdsSummary, holdTimes } from './settings-text.js';
import { useHolds } from '../holds.api.js';

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
  return (
    <PanelSection title="Holds">
      <p className="small" role="status">
        {error ? messageOf(error, 'Holds cannot be shown at the moment.') : data && holdsSummary(data)}
      </p>
      {data && !error && data.count > 0 && <p className="small num">{holdTimes(data, fulfilledTimeStamp)}</p>}
      <p className="mini dim">A buyer who goes to pay has his stones kept for him. The inventory shows which.</p>
    </PanelSection>
  );
};
