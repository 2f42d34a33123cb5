/** What an entry of the history keeps beside its address; nothing where it keeps none. */
export const stateFields = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {};

/** History state of a navigation that changes the query of a page and leaves the reader where he is. */
export const KEEP_SCROLL = { keepsScroll: true } as const;

export const keepsScroll = (state: unknown): boolean => stateFields(state).keepsScroll === true;
