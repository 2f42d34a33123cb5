import { startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.css';
import { preloadFirstView } from './app/preload-route.js';
import { persistStore } from './app/persist-store.js';
import { retryShownReads } from './app/retry-shown-reads.js';
import { Notices } from './app/layout/notices.js';
import { Router } from './app/router.js';
import { takeWrittenConfig } from './app/site-config.api.js';
import { makeStore } from './app/store.js';
import { shareHold } from './features/checkout/hold.js';
import { persistCheckout } from './features/checkout/persist-checkout.js';
import { resumeOrder } from './features/checkout/place-order.js';
import { untilReachable } from './ui/connection.js';

const FOCUSABLE = 'a, button, input, select, summary, main';

/** Returns a name by which an element is found again after the page is rendered again. */
const nameOf = (element: Element): string => {
  const [label] = (element as HTMLInputElement).labels ?? [];
  // The id of a labelled field (useId) differs between renders.
  const own = label ? label.textContent : element.id || element.getAttribute('aria-label');
  return `${element.tagName} ${own ?? element.textContent.trim()}`;
};

/** Remembers which answers are open in the server's HTML. The returned function opens them in the rendered page. */
const rememberAnswers = (root: HTMLElement): (() => void) => {
  const answers = () => [...root.querySelectorAll('details')];
  let open: boolean[] = [];
  const note = () => {
    open = answers().map((answer) => answer.open);
  };
  note();
  root.addEventListener('toggle', note, true);
  return () => {
    root.removeEventListener('toggle', note, true);
    for (const [index, answer] of answers().entries()) answer.open = open[index] ?? answer.open;
  };
};

/**
 * Remembers the focused element of the server's HTML. The returned function focuses its counterpart in the rendered
 * page.
 */
const rememberFocus = (root: HTMLElement): (() => void) => {
  let focused: string | undefined;
  const note = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (target instanceof Element && target.matches(FOCUSABLE)) focused = nameOf(target);
  };
  if (root.contains(document.activeElement)) note({ target: document.activeElement });
  root.addEventListener('focusin', note);
  return () => {
    root.removeEventListener('focusin', note);
    if (focused === undefined || document.activeElement !== document.body) return;
    const same = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => nameOf(element) === focused);
    same?.focus({ preventScroll: true });
  };
};

/** Calls `act` once, after the first render. */
const OnFirstRender = ({ act }: { act: () => void }) => {
  useLayoutEffect(act, [act]);
  return null;
};

const store = makeStore();
takeWrittenConfig(store);
persistStore(store);
retryShownReads(store);
persistCheckout(store);
shareHold(store);
void store.dispatch(resumeOrder());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The server's HTML stays visible until React has rendered the same. Rendering in slices keeps the page scrollable.
const draw = () => {
  const refocus = rememberFocus(root);
  const reopen = rememberAnswers(root);
  const drawn = () => {
    reopen();
    refocus();
    // After this commit start.ts replays the clicks that came before it.
    queueMicrotask(() => document.dispatchEvent(new Event('drawn')));
  };
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Provider store={store}>
          <BrowserRouter>
            <Router />
            <Notices />
            <OnFirstRender act={drawn} />
          </BrowserRouter>
        </Provider>
      </StrictMode>,
    ),
  );
};
void preloadFirstView(store, window.location).then(draw);

/**
 * Starts the live stream after the first view. A failure only means no live updates. Offline it waits: browsers keep a
 * failed import, with all that it shares with other parts, until a reload.
 */
const follow = async (): Promise<void> => {
  await untilReachable();
  await import('./features/live/live-stream.js').then(
    ({ openLiveStream }) => openLiveStream(store),
    () => undefined,
  );
};
setTimeout(() => void follow(), 1_000);
