import { NavLink } from 'react-router-dom';
import { Count } from '../../ui/badge.js';
import { Dialog } from '../../ui/dialog.js';
import dialog from '../../ui/dialog.module.css';
import { CloseButton } from '../../ui/button.js';
import { useGetSiteConfigQuery, businessHours } from '../site-config.api.js';
import { mainLinks } from './links.js';
import { Logo } from '../logo.js';
import styles from './header.module.css';

interface MenuProps {
  open: boolean;
  onClose: () => void;
  wishCount: number;
}

/** The header's links on a phone. */
export const Menu = ({ open, onClose, wishCount }: MenuProps) => (
  <Dialog open={open} onClose={onClose} label="Menu" place="left">
    <div className={`${dialog.drawerHead} ${styles.head}`}>
      <Logo />
      <CloseButton onClick={onClose} />
    </div>
    <nav className={styles.links} aria-label="Menu">
      <ul>
        {mainLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'} replace onClick={onClose}>
              {label}
              {to === '/wishlist' && wishCount > 0 && (
                <>
                  {' '}
                  <span className="sr">{wishCount} saved</span>
                  <Count value={wishCount} />
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
    <div className={`small dim ${styles.hours}`}>
      <Hours />
    </div>
  </Dialog>
);

const Hours = () => {
  const { data: config } = useGetSiteConfigQuery();
  if (config?.hours) return <p>{config.hours}</p>;
  return businessHours.map(({ days, hours }) => (
    <p key={days}>
      {days} {hours}
    </p>
  ));
};
