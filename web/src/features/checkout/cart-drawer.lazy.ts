import { lateDialog } from '../../app/late-part.js';

/** The drawer with its three steps, fetched when the pointer or focus reaches the cart button. */
export const cartDrawer = lateDialog(async () => (await import('./cart-drawer.js')).CartDrawer);
