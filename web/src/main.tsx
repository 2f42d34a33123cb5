import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { keepInBrowser } from './app/keep-in-browser.js';
import { Notices } from './app/notices.js';
import { Router } from './app/router.js';
import { store } from './app/store.js';
import { resumeOrder } from './features/checkout/place-order.js';

keepInBrowser(store);
void store.dispatch(resumeOrder());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
root.replaceChildren();
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <BrowserRouter>
        <Router />
        <Notices />
      </BrowserRouter>
    </Provider>
  </StrictMode>,
);
