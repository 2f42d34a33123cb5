/** Tag of tests that add nothing on a phone: same behaviour everywhere, or a keyboard or hovering pointer. */
export const ONLY_DESKTOP = '@only-desktop';
