import { Mail, MapPin, Phone, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGetSiteConfigQuery, phoneHours } from '../../app/site-config.api.js';
import { mailtoUrl, telUrl } from '../../app/contact-links.js';
import styles from './home-sections.module.css';

/** Contact details. The owner may have none but the email. */
export const ContactSection = ({ title }: { title: string }) => {
  const { data: config } = useGetSiteConfigQuery();
  const contact = config?.contact;
  return (
    <section className="section" id="contact" aria-label="Contact">
      <div className={`wrap ${styles.split}`}>
        <div>
          <h2>{title}</h2>
          <p className={`lead ${styles.lead}`}>Ask about a stone, an order or a visit. We answer within 24 hours.</p>
        </div>
        <dl className={styles.ways}>
          <Way Icon={Mail} name="Email" note="Answer within 24 hours">
            {contact && <a href={mailtoUrl(contact.email)}>{contact.email}</a>}
          </Way>
          {contact?.phone !== '' && (
            <Way Icon={Phone} name="Phone" note={config?.hours ?? phoneHours}>
              {contact && <a href={telUrl(contact.phone)}>{contact.phone}</a>}
            </Way>
          )}
          {contact?.location !== '' && (
            <Way Icon={MapPin} name="Location" note="Specimens from Keokuk, Iowa and Hamilton, Illinois">
              {contact?.location}
            </Way>
          )}
        </dl>
      </div>
    </section>
  );
};

interface WayProps {
  Icon: LucideIcon;
  name: string;
  note: string;
  children: ReactNode;
}

const Way = ({ Icon, name, note, children }: WayProps) => (
  <div>
    <dt>
      <Icon className="icon" aria-hidden />
      <span className="sr">{name}</span>
    </dt>
    <dd>
      <b className={styles.way}>{children}</b>
      {note}
    </dd>
  </div>
);
