import { Heart, Menu as MenuIcon, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { cartDrawer } from '../../features/checkout/cart-drawer.lazy.js';
import { drawerToggled } from '../../features/cart/cart.slice.js';
import { Count } from '../../ui/badge.js';
import { IconButton, iconButtonClass } from '../../ui/button.js';
import styles from './header.module.css';
import { counted } from '../counted.js';
import { useAppDispatch, useAppSelector } from '../hooks.js';
import { lateDialog } from '../late-part.js';
import { mainLinks } from './links.js';
import { Logo } from '../logo.js';

const Menu = lateDialog(async () => (await import('./menu.js')).Menu);

/** Pages that the logo links to already, or that need a script. */
const NOT_PLAIN: readonly string[] = ['/', '/wishlist', '/track-order'];

/** The header without scripts: links, but no menu and no cart. */
export const PlainHeader = () => (
  <header className={`unscripted ${styles.header}`}>
    <div className="wrap row between" style={{ flexWrap: 'wrap', paddingBlock: 12 }}>
      <Link to="/" className={styles.home} aria-label="Midwest Geodes, home page">
        <Logo />
      </Link>
      <nav className="row" style={{ flexWrap: 'wrap', columnGap: 24 }} aria-label="Main">
        {mainLinks
          .filter(({ to }) => !NOT_PLAIN.includes(to))
          .map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
      </nav>
    </div>
  </header>
);

export const Header = () => {
  const dispatch = useAppDispatch();
  const cartCount = useAppSelector(({ cart }) => cart.items.length);
  const wishCount = useAppSelector(({ wishlist }) => wishlist.items.length);
  const cartIsOpen = useAppSelector(({ cart }) => cart.isOpen);
  const [menuIsOpen, setMenuIsOpen] = useState(false);

  return (
    <header className={`scripted ${styles.header}`}>
      <div className={`wrap ${styles.bar}`}>
        <div className={`phone ${styles.menu}`}>
          <IconButton
            label="Menu"
            aria-expanded={menuIsOpen}
            onClick={() => setMenuIsOpen(true)}
            onPointerEnter={Menu.preload}
            onFocus={Menu.preload}
          >
            <MenuIcon className="icon" aria-hidden />
          </IconButton>
        </div>
        <Link to="/" className={styles.home} aria-label="Midwest Geodes, home page">
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {mainLinks
            .filter(({ to }) => to !== '/wishlist')
            .map(({ to, label }) => (
              <NavLink key={to} to={to} end={to === '/'}>
                {label}
              </NavLink>
            ))}
        </nav>
        <div className={styles.tools}>
          <Link
            to="/wishlist"
            className={iconButtonClass()}
            aria-label={wishCount > 0 ? `Wishlist, ${wishCount} saved` : 'Wishlist'}
          >
            <Heart className="icon" aria-hidden />
            <Count value={wishCount} className={styles.count} />
          </Link>
          <IconButton
            id="cart-button"
            label={cartCount > 0 ? `Cart, ${counted(cartCount, 'item')}` : 'Cart'}
            aria-expanded={cartIsOpen}
            onClick={() => dispatch(drawerToggled())}
            onPointerEnter={cartDrawer.preload}
            onFocus={cartDrawer.preload}
          >
            <ShoppingBag className="icon" aria-hidden />
            <Count value={cartCount} className={styles.count} />
          </IconButton>
        </div>
      </div>
      <Menu open={menuIsOpen} onClose={() => setMenuIsOpen(false)} wishCount={wishCount} />
    </header>
  );
};
