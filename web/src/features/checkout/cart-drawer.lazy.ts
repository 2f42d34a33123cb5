import { OfflineNotice } from '../../app/load-failure.js';
import { preloadable } from '../../ui/preloadable.js';

/** The drawer with its three steps is fetched when somebody reaches for it. */
export const cartDrawer = preloadable(async () => (await import('./cart-drawer.js')).CartDrawer, {
  Waiting: OfflineNotice,
});
