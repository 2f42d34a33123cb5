/** Tag of a test that says nothing new on a phone: the same everywhere, or about a keyboard or a pointer that hovers. */
export const ONLY_DESKTOP = '@only-desktop';
