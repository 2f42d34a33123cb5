import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Footer } from '../app/footer.js';
import { Header } from '../app/header.js';
import headerStyles from '../app/header.module.css';
import { SkipLink } from '../app/layout.js';
import layoutStyles from '../app/layout.module.css';
import { mainLinks } from '../app/links.js';
import { Logo } from '../app/logo.js';

/** The links that work without script: a wishlist and a tracked order are shown by script alone. */
const links = mainLinks.filter(({ to }) => to !== '/wishlist' && to !== '/track-order' && to !== '/');

/** The site round a page before its script runs; without script the header has links, no menu and no cart. */
export const PlainLayout = ({ children }: { children: ReactNode }) => (
  <>
    <SkipLink />
    <div className="scripted">
      <Header />
    </div>
    <header className={`unscripted ${headerStyles.header}`}>
      <div className="wrap row between" style={{ flexWrap: 'wrap', paddingBlock: 12 }}>
        <Link to="/" className={headerStyles.home} aria-label="Midwest Geodes, home page">
          <Logo />
        </Link>
        <nav className="row" style={{ flexWrap: 'wrap', columnGap: 24 }} aria-label="Main">
          {links.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </header>
    <main id="main" className={layoutStyles.main} tabIndex={-1}>
      {children}
    </main>
    <Footer />
  </>
);
