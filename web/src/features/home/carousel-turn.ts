/** Milliseconds a slide stands before the next one comes. */
export const TURN = 5_000;

/** The slide some steps on; the carousel loops. */
export const turned = (index: number, step: number, length: number): number =>
  length === 0 ? 0 : (((index + step) % length) + length) % length;

/** Whether the pictures of the neighbours may be fetched ahead on this connection. */
export const mayPreload = (connection?: { saveData?: boolean; effectiveType?: string }): boolean =>
  !connection?.saveData && connection?.effectiveType !== '2g' && connection?.effectiveType !== 'slow-2g';
