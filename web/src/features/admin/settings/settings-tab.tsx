import panel from '../panel.module.css';
import { SessionList } from './sessions-list.js';
import { SettingsContact } from './settings-contact.js';
import { SettingsEvents } from './settings-events.js';
import { SettingsHealth } from './settings-health.js';
import { SettingsHolds } from './settings-holds.js';
import { SettingsReconciliation } from './settings-reconciliation.js';
import styles from './settings-tab.module.css';

/** How the shop is, what waits for the owner, and who is logged in. */
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
        <SettingsReconciliation />
        <SessionList />
      </div>
      <SettingsContact />
    </div>
  </>
);
