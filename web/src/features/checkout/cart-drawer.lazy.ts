import { OfflineNotice } from '../../app/load-failure.js';
import { preloadable } from '../../ui/preloadable.js';

/** The drawer with its three steps, fetched when the pointer or focus reaches the cart button. */
export const cartDrawer = preloadable(async () => (await import('./cart-drawer.js')).CartDrawer, {
  Waiting: OfflineNotice,
});
