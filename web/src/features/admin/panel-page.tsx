import { LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { api } from '../../app/api.js';
import { useAppDispatch } from '../../app/hooks.js';
import { logFailure } from '../../app/log.js';
import { Logo, LogoMark } from '../../app/logo.js';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import { hasAdminFlag, removeAdminFlag } from './admin-flag.js';
import { useLogOutMutation, useVerifySessionMutation } from './admin.api.js';
import { InventoryTab } from './inventory-tab.js';
import { OrdersTab } from './orders-tab.js';
import styles from './panel.module.css';

const tabs = [
  { value: 'inventory', label: 'Inventory', Content: InventoryTab },
  { value: 'orders', label: 'Orders', Content: OrdersTab },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** Opens the panel once the server has said that the session is valid. */
export const PanelPage = () => {
  useMetadata(pages.adminPanel);
  const [isFlagged, setIsFlagged] = useState(hasAdminFlag);
  const [verify, { isSuccess }] = useVerifySessionMutation();
  const isAsked = useRef(false);

  useEffect(() => {
    if (!isFlagged || isAsked.current) return;
    isAsked.current = true;
    void verify().then(({ error }) => {
      if (!error) return;
      removeAdminFlag();
      setIsFlagged(false);
    });
  }, [isFlagged, verify]);

  if (!isFlagged) return <Navigate to="/admin" replace />;
  if (!isSuccess)
    return (
      <main id="main" className={styles.checking} role="status">
        Verifying...
      </main>
    );
  return <Panel />;
};

const Panel = () => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [tab, setTab] = useState<Tab>('inventory');
  const [logOut, { isLoading }] = useLogOutMutation();

  const leave = async () => {
    const { error } = await logOut();
    if (error) logFailure('The server could not log out', error);
    removeAdminFlag();
    dispatch(api.util.resetApiState());
    void navigate('/admin', { replace: true });
  };

  const { Content } = tabs.find(({ value }) => value === tab) ?? tabs[0];
  return (
    <div className={styles.panel}>
      <header className={styles.top}>
        <div className={styles.in}>
          <span className={`desktop ${styles.mark}`}>
            <Logo />
          </span>
          <span className={`phone ${styles.mark}`}>
            <LogoMark />
          </span>
          <div className={`desktop ${styles.tabs}`} role="tablist" aria-label="Panel">
            {tabs.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                role="tab"
                className={styles.tab}
                aria-selected={value === tab}
                onClick={() => setTab(value)}
              >
                {label}
              </button>
            ))}
          </div>
          <Select className={`phone ${styles.choose}`} label="Tab" options={tabs} value={tab} onChange={setTab} />
          <Button look="quiet" size="small" busy={isLoading} aria-label="Log out" onClick={() => void leave()}>
            <LogOut className="icon-s" aria-hidden />
            <span className="desktop">Log out</span>
          </Button>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Content />
      </main>
    </div>
  );
};
