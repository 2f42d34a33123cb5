/**
 * Headers of a read that an open panel repeats by itself when the shop tells of a change. Where nobody has just pressed or
 * typed anything, the gateway does not let the session live longer for it.
 */
export const backgroundHeaders = (): Record<string, string> =>
  // older browsers do not know; there it counts as use
  (navigator.userActivation as UserActivation | undefined)?.isActive === false
    ? { 'X-Background-Request': 'true' }
    : {};
