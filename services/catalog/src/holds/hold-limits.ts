/** How long a hold lasts if HOLD_MINUTES is unset. hold-expiry.ts ends it then and returns its units to sale. */
export const DEFAULT_HOLD_MINUTES = 10;

/** Injection token for how long a hold lasts, milliseconds. */
export const HOLD_MS = Symbol('HOLD_MS');

/** Renewals in a row that a browser gets even if its IP address has used up its quota. */
export const FREE_RENEWALS = 3;

/** How long one IP address may keep geodes off sale without buying, seconds per window. */
export const QUOTA_SECONDS = 20 * 60;
export const QUOTA_WINDOW_SECONDS = 60 * 60;

/** After a decline a hold lasts at least this long, so that the buyer can try another card. */
export const MIN_MINUTES_AFTER_DECLINE = 2;
/** Declines per hold that extend it. After these the hold ends on time. */
export const MAX_DECLINE_EXTENSIONS = 5;
