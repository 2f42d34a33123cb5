import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './footer.module.css';
import { Logo } from '../logo.js';
import { useGetSiteConfigQuery, businessHours } from '../site-config.api.js';
import { mailtoUrl, telUrl } from '../contact-links.js';

const shopLinks = [
  { to: '/', label: 'Home' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/track-order', label: 'Track Order' },
];
const helpLinks = [
  { to: '/#about', label: 'About' },
  { to: '/#faq', label: 'FAQ' },
  { to: '/#contact', label: 'Contact' },
  { to: '/return-policy', label: 'Return Policy' },
  { to: '/terms', label: 'Terms' },
];

export const Footer = () => {
  const { data: config } = useGetSiteConfigQuery();
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.top}>
          <div>
            <Logo />
            <p className={styles.claim}>
              One-of-a-kind geodes and mineral specimens from Keokuk, Iowa and Hamilton, Illinois.
            </p>
          </div>
          <div className={styles.cols}>
            <Column title="Shop">
              <Links links={shopLinks} />
            </Column>
            <Column title="Help">
              <Links links={helpLinks} />
            </Column>
            <Column title="Business hours">
              {config?.hours ? (
                <p className={styles.ownHours}>{config.hours}</p>
              ) : (
                <ul className={styles.hours}>
                  {businessHours.map(({ days, hours }) => (
                    <li key={days}>
                      {days} <span>{hours}</span>
                    </li>
                  ))}
                </ul>
              )}
            </Column>
            <Column title="Support">
              <ul className={styles.list}>
                <li>{config && <a href={mailtoUrl(config.contact.email)}>{config.contact.email}</a>}</li>
                {config?.contact.phone !== '' && (
                  <li>{config && <a href={telUrl(config.contact.phone)}>{config.contact.phone}</a>}</li>
                )}
                <li>We answer within 24 hours.</li>
              </ul>
            </Column>
          </div>
        </div>
        <div className={styles.end}>
          <span>© 2024 Midwest Geodes</span>
          <span>Website by Two Rivers Web Studio</span>
        </div>
      </div>
    </footer>
  );
};

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </div>
);

const Links = ({ links }: { links: { to: string; label: string }[] }) => (
  <ul className={styles.list}>
    {links.map(({ to, label }) => (
      <li key={to}>
        <Link to={to}>{label}</Link>
      </li>
    ))}
  </ul>
);
