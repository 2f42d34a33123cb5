/** History state of a navigation that changes the query of a page and leaves the reader where he is. */
export const STAYING = { isStaying: true } as const;

export const isStaying = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isStaying' in state;
