import { messageOf } from '../../../app/api-error.js';
import { useGetSiteConfigQuery } from '../../../app/site-config.api.js';
import panel from '../panel.module.css';
import { SessionList } from './sessions-list.js';
import { SettingsEvents } from './settings-events.js';
import { SettingsHealth } from './settings-health.js';
import { SettingsPasskeys } from './settings-passkeys.js';
import { SettingsPin } from './settings-pin.js';
import { SettingsReconciliation } from './settings-reconciliation.js';
import styles from './settings-tab.module.css';
import { SettingsSection } from './settings-section.js';
import { holdsSummary, holdTimes } from './settings-text.js';
import { useHolds } from '../holds.api.js';

/** The state of the shop, failed events, reconciliation, open sessions, PIN and passkeys. */
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
        <SettingsPin />
        <SettingsPasskeys />
      </div>
      <SettingsContact />
    </div>
  </>
);

/** Sums up the open holds. The inventory shows which geodes they contain. */
const SettingsHolds = () => {
  const { data, error, fulfilledTimeStamp = 0 } = useHolds();
  return (
    <SettingsSection title="Holds">
      <p className="small" role="status">
        {error ? messageOf(error, 'Holds cannot be shown at the moment.') : data && holdsSummary(data)}
      </p>
      {data && !error && data.count > 0 && <p className="small num">{holdTimes(data, fulfilledTimeStamp)}</p>}
      <p className="mini dim">A buyer who goes to pay has his stones kept for him. The inventory shows which.</p>
    </SettingsSection>
  );
};

/** Shows the contact details of the site, and where to change them. */
const SettingsContact = () => {
  const { data, error } = useGetSiteConfigQuery();
  return (
    <SettingsSection title="Contact details">
      {error && <p className="small">{messageOf(error, 'The contact details cannot be shown at the moment.')}</p>}
      {data && (
        <dl className={styles.pairs}>
          <dt>Email</dt>
          <dd className="ink">{data.contact.email}</dd>
          <dt>Phone</dt>
          <dd className="ink">{data.contact.phone}</dd>
          <dt>Location</dt>
          <dd className="ink">{data.contact.location}</dd>
        </dl>
      )}
      <p className="small dim">
        The site shows them on the home page, in the gallery and in the footer. Whoever runs the server changes them
        there: <code>CONTACT_EMAIL</code>, <code>CONTACT_PHONE</code> and <code>CONTACT_LOCATION</code>, then a restart.
      </p>
    </SettingsSection>
  );
};
