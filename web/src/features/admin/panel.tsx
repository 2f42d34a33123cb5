import type { DeclinedCards } from '@geodes/contracts';
import { LogOut, TriangleAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../app/api.js';
import { ErrorBoundary } from '../../app/load-failure.js';
import { logFailure } from '../../app/log.js';
import { Logo, LogoMark } from '../../app/logo.js';
import { pages, useMetadata } from '../../app/metadata.js';
import { stateFields } from '../../app/keep-scroll.js';
import { Button, CloseButton } from '../../ui/button.js';
import { Offline } from '../../ui/empty-state.js';
import { preloadable, Suspense } from '../../ui/preloadable.js';
import { Select } from '../../ui/select.js';
import { Dialog } from '../../ui/dialog.js';
import { hadOpenLayer } from '../../ui/use-back-entry.js';
import { AnalyticsSkeleton } from './analytics/analytics-skeleton.js';
import { useDiscardQuestion, hasUnsavedChanges } from './form/unsaved-changes.js';
import { InventoryTab } from './inventory/inventory-tab.js';
import { OrdersTab } from './orders/orders-tab.js';
import { PanelMemory } from './panel-memory.js';
import styles from './panel.module.css';
import { useLogOutMutation } from './session/session.api.js';
import { useLeavePanel, useAdminSession } from './session/use-admin-session.js';
import { SettingsTab } from './settings/settings-tab.js';
import { ShowcaseTab } from './showcase/showcase-tab.js';

/** Opens the panel after the server has verified the session. The history state holds the tab, so it survives a reload. */
export const PanelPage = () => {
  useMetadata(pages['/admin/panel']);
  const navigate = useNavigate();
  const location = useLocation();
  const stored = stateFields(location.state).tab;
  const [tab, setTab] = useState(stored);
  const session = useAdminSession();
  useEffect(() => {
    // The entries of layers that close with the old tab are removed first.
    if (tab !== stored && !hadOpenLayer()) void navigate('.', { replace: true, state: { tab } });
  }, [location, tab, stored, navigate]);
  useEffect(() => {
    // The router looked for it while the session was verified.
    if (session === 'valid' && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [session]);
  if (session === 'none') return <Navigate to="/admin" replace />;
  if (session === 'verifying')
    return (
      <main id="main" className={styles.checking}>
        <p role="status">Verifying...</p>
      </main>
    );
  return <Panel tab={tab} onTab={setTab} onLeft={() => void navigate('/admin', { replace: true })} />;
};

/** The panel as a dialog over the gallery, for the owner only. Leaving the panel leads to the log-in. */
export const PanelOverlay = () => {
  const navigate = useNavigate();
  const session = useAdminSession();
  const [isOpen, setIsOpen] = useState(false);
  const [tab, setTab] = useState<unknown>();
  const [hasLeft, setHasLeft] = useState(false);
  const { askBefore, question } = useDiscardQuestion();
  if (session !== 'valid' || hasLeft) return null;
  const leave = () => {
    setHasLeft(true);
    void navigate('/admin', { replace: true });
  };
  const close = () => askBefore(() => setIsOpen(false));
  return (
    <>
      <Button look="secondary" size="small" className={styles.open} onClick={() => setIsOpen(true)}>
        Owner’s panel
      </Button>
      <Dialog open={isOpen} onClose={close} label="Owner’s panel" className={styles.overlay}>
        <Panel tab={tab} onTab={setTab} onClose={close} onLeft={leave} />
      </Dialog>
      {question}
    </>
  );
};

/** Loaded on demand, because the chart libraries are large. */
const AnalyticsTab = preloadable(async () => (await import('./analytics/analytics-tab.js')).AnalyticsTab, {
  Waiting: Offline,
});

const tabs = [
  { value: 'inventory', label: 'Inventory', Content: InventoryTab },
  { value: 'orders', label: 'Orders', Content: OrdersTab },
  { value: 'showcase', label: 'Showcase', Content: ShowcaseTab },
  { value: 'analytics', label: 'Analytics', Content: AnalyticsTab },
  { value: 'settings', label: 'Settings', Content: SettingsTab },
] as const;
type Tab = (typeof tabs)[number]['value'];

interface PanelProps {
  /** The open tab; an unknown name opens the first. */
  tab: unknown;
  onTab: (tab: Tab) => void;
  /** Called when the owner has logged out or the session has ended. */
  onLeft: () => void;
  /** Set if the panel is a dialog over another page. */
  onClose?: () => void;
}

const Panel = ({ tab, onTab, onLeft, onClose }: PanelProps) => {
  const [memory] = useState(() => new Map<string, unknown>());
  const [logOut, { isLoading }] = useLogOutMutation();
  const { isLeaving, leave } = useLeavePanel(onLeft);
  const content = useRef<HTMLDivElement>(null);
  const { askBefore, question } = useDiscardQuestion();
  if (isLeaving) return null;

  const goAway = async () => {
    const { error } = await logOut();
    if (error) logFailure('The server could not log out', error);
    leave();
  };

  const choose = (next: Tab) => {
    if (!hasUnsavedChanges()) return onTab(next);
    // Radix selects a tab that gets the focus. Focus left on the tab would return there after the answer and ask again.
    setTimeout(() => {
      content.current?.focus({ preventScroll: true });
      askBefore(() => onTab(next));
    });
  };

  const { value: open, Content } = tabs.find(({ value }) => value === tab) ?? tabs[0];
  const Main = onClose ? 'div' : 'main';
  return (
    <Tabs.Root className={styles.panel} value={open} onValueChange={(value) => choose(value as Tab)}>
      <header className={styles.top}>
        <div className={styles.in}>
          <span className={`desktop ${styles.mark}`}>
            <Logo />
          </span>
          <span className={`phone ${styles.mark}`}>
            <LogoMark />
          </span>
          <Tabs.List className={`desktop ${styles.tabs}`} aria-label="Panel">
            {tabs.map(({ value, label }) => (
              <Tabs.Trigger key={value} value={value} className={styles.tab}>
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Select className={`phone ${styles.choose}`} label="Tab" options={tabs} value={open} onChange={choose} />
          <Button
            look="quiet"
            size="small"
            busy={isLoading}
            aria-label="Log out"
            onClick={() => askBefore(() => void goAway())}
          >
            <LogOut className="icon-s" aria-hidden />
            <span className="desktop">Log out</span>
          </Button>
          {onClose && <CloseButton onClick={onClose} />}
        </div>
      </header>
      <Main id={onClose ? undefined : 'main'} className={styles.main} tabIndex={-1}>
        <DeclinedCardsAlert />
        <PanelMemory value={memory}>
          <Tabs.Content ref={content} value={open} tabIndex={-1}>
            <ErrorBoundary key={open}>
              <Suspense fallback={<AnalyticsSkeleton />}>
                <Content />
              </Suspense>
            </ErrorBoundary>
          </Tabs.Content>
        </PanelMemory>
      </Main>
      {question}
    </Tabs.Root>
  );
};

/** This read does not renew the session. */
const POLL_MS = 60_000;

const { useGetDeclinedCardsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getDeclinedCards: build.query<DeclinedCards, void>({ query: () => ({ url: '/admin/declined-cards' }) }),
  }),
});

/** Says in every tab that somebody tries stolen cards, and what the shop does about it. */
const DeclinedCardsAlert = () => {
  const { data } = useGetDeclinedCardsQuery(undefined, { pollingInterval: POLL_MS, refetchOnMountOrArgChange: true });
  const text = data && alertText(data);
  return (
    <div role="status">
      {text && (
        <p className={styles.alert}>
          <TriangleAlert className="icon-s" aria-hidden />
          {text}
        </p>
      )}
    </div>
  );
};

const alertText = ({ isEveryoneChallenged, declined, paid, lockedOut }: DeclinedCards): string | undefined => {
  if (isEveryoneChallenged)
    return `Somebody seems to try stolen cards: ${declined} cards were declined in the last ten minutes, ${paid} paid. Until this ends, each buyer’s browser has to pass a check that the buyer does not notice. You need not do anything.`;
  if (lockedOut > 0)
    return 'Somebody seems to try stolen cards. In the last hour the shop stopped taking orders from a buyer for 15 minutes, after eight declined cards. You need not do anything.';
  return undefined;
};
