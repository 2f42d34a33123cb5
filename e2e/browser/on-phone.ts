/** Tag of tests that also run on a phone: what they test depends on the screen's size or on touch. */
export const ON_PHONE = '@phone';
/** Tag of tests that run on a phone alone. */
export const PHONE_ONLY = '@phone-only';
