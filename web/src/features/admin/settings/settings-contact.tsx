import { useGetSiteConfigQuery } from '../../../app/site-config.api.js';
import { messageOf } from '../../../app/api-error.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings-tab.module.css';

/** What the site says of how to reach the shop, and where that is changed. */
export const SettingsContact = () => {
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
