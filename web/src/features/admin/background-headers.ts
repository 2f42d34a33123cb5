/**
 * Returns the headers of reads that the panel also repeats after live events. Without recent user input, the header keeps the
 * gateway from extending the session.
 */
export const backgroundHeaders = (): Record<string, string> =>
  navigator.userActivation.isActive ? {} : { 'X-Background-Request': 'true' };
