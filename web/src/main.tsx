import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { firstView } from './app/preload-route.js';
import { keepInBrowser } from './app/persist-store.js';
import { Notices } from './app/notices.js';
import { AtFirst, rememberFocus } from './app/restore-focus.js';
import { Router } from './app/router.js';
import { takeWrittenConfig } from './app/site-config.api.js';
import { makeStore } from './app/store.js';
import { keepHold } from './features/checkout/hold.js';
import { keepCheckout } from './features/checkout/keep-checkout.js';
import { resumeOrder } from './features/checkout/place-order.js';

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
