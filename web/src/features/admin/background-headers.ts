/**
 * Returns the headers of reads that the panel also repeats after live events. Without recent user input, the header keeps the
 * gateway from extending the session.
 */
export const backgroundHeaders = (): Record<string, string> =>
  // Older browsers have no userActivation: their reads extend the session.
  (navigator.userActivation as UserActivation | undefined)?.isActive === false
    ? { 'X-Background-Request': 'true' }
    : {};
