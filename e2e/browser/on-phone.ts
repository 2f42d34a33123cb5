/** Tag of tests that also run on a phone: what they test depends on the screen's size or on touch. */
export const ON_PHONE = '@phone';
