/** How long a hold lasts if HOLD_MINUTES is unset. hold-expiry.ts ends it then and returns its units to sale. */
export const DEFAULT_HOLD_MINUTES = 10;

/** Injection token for how long a hold lasts, milliseconds. */
export const HOLD_MS = Symbol('HOLD_MS');

/** A new hold needs a solved challenge while more than this share of at least MIN_ON_SALE units is on hold. */
export const MAX_SHARE_WITHOUT_CHALLENGE = 0.5;
export const MIN_ON_SALE = 20;

/** How often a browser may renew its hold of a geode within the window. */
export const MAX_RENEWALS = 3;
export const RENEWALS_WINDOW_SECONDS = 60 * 60;

/** After a decline a hold lasts at least this long, so that the buyer can try another card. */
export const MIN_MINUTES_AFTER_DECLINE = 2;
/** Declines per hold that extend it. After these the hold ends on time. */
export const MAX_DECLINE_EXTENSIONS = 5;
