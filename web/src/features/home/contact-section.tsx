import { Mail, MapPin, Phone } from 'lucide-react';
import { useGetSiteConfigQuery } from '../../app/site-config.api.js';
import { mailtoUrl, telUrl } from '../../app/contact-links.js';
import { phoneHours } from '../../app/business-hours.js';
import styles from './contact-section.module.css';

/** Contact details. The owner may have none but the email. */
export const ContactSection = ({ title }: { title: string }) => {
  const { data: config } = useGetSiteConfigQuery();
  const contact = config?.contact;
  return (
    <section className="section" id="contact" aria-label="Contact">
      <div className={`wrap ${styles.contact}`}>
        <div>
          <h2>{title}</h2>
          <p className={`lead ${styles.lead}`}>Ask about a stone, an order or a visit. We answer within 24 hours.</p>
        </div>
        <dl className={styles.ways}>
          <div>
            <dt>
              <Mail className="icon" aria-hidden />
              <span className="sr">Email</span>
            </dt>
            <dd>
              <b className={styles.way}>{contact && <a href={mailtoUrl(contact.email)}>{contact.email}</a>}</b>
              Answer within 24 hours
            </dd>
          </div>
          {contact?.phone !== '' && (
            <div>
              <dt>
                <Phone className="icon" aria-hidden />
                <span className="sr">Phone</span>
              </dt>
              <dd>
                <b className={styles.way}>{contact && <a href={telUrl(contact.phone)}>{contact.phone}</a>}</b>
                {config?.hours ?? phoneHours}
              </dd>
            </div>
          )}
          {contact?.location !== '' && (
            <div>
              <dt>
                <MapPin className="icon" aria-hidden />
                <span className="sr">Location</span>
              </dt>
              <dd>
                <b className={styles.way}>{contact?.location}</b>
                Specimens from Keokuk, Iowa and Hamilton, Illinois
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
};
