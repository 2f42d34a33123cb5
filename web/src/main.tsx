import { startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.css';
import { firstView } from './app/preload-route.js';
import { keepInBrowser } from './app/persist-store.js';
import { Notices } from './app/layout/notices.js';
import { Router } from './app/router.js';
import { takeWrittenConfig } from './app/site-config.api.js';
import { makeStore } from './app/store.js';
import { keepHold } from './features/checkout/hold.js';
import { keepCheckout } from './features/checkout/keep-checkout.js';
import { resumeOrder } from './features/checkout/place-order.js';

const FOCUSABLE = 'a, button, input, select, main';

/** Who an element is, for somebody who hears it. */
const nameOf = (element: Element): string => {
  const [label] = (element as HTMLInputElement).labels ?? [];
  // the id of a labelled field is another one each time it is drawn
  const own = label ? label.textContent : element.id || element.getAttribute('aria-label');
  return `${element.tagName} ${own ?? element.textContent.trim()}`;
};

/** Remembers what has the focus in a page that is about to be drawn anew; the result gives it to what stands there then. */
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

/** Acts once, as soon as the page is drawn. */
const AtFirst = ({ act }: { act: () => void }) => {
  useLayoutEffect(act, [act]);
  return null;
};

const store = makeStore();
takeWrittenConfig(store);
keepInBrowser(store);
keepCheckout(store);
keepHold(store);
void store.dispatch(resumeOrder());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// What the server wrote is seen until React has drawn the same, in slices between which the page scrolls.
const draw = () => {
  const refocus = rememberFocus(root);
  const drawn = () => {
    refocus();
    // after this commit: what was pressed before is pressed again (start.ts)
    queueMicrotask(() => document.dispatchEvent(new Event('drawn')));
  };
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Provider store={store}>
          <BrowserRouter>
            <Router />
            <Notices />
            <AtFirst act={drawn} />
          </BrowserRouter>
        </Provider>
      </StrictMode>,
    ),
  );
};
void firstView(store, window.location).then(draw);

/** After what is seen first: nobody waits for it. */
const follow = () =>
  void import('./features/live/live-stream.js')
    .then(({ openLiveStream: followShop }) => followShop(store))
    .catch(() => undefined);
setTimeout(follow, 1_000);
