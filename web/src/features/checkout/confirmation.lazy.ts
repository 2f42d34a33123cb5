import { preloadable } from '../../ui/preloadable.js';

/** The confirmation of an order, fetched when the payment step opens. */
export const confirmation = preloadable(async () => (await import('./confirmation.js')).Confirmation);
