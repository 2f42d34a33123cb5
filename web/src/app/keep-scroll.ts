/** Returns the fields of a history entry's state; empty if it has none. */
export const stateFields = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {};

/** History state of a navigation that changes only the query and keeps the scroll position. */
export const KEEP_SCROLL = { keepsScroll: true } as const;

export const keepsScroll = (state: unknown): boolean => stateFields(state).keepsScroll === true;
