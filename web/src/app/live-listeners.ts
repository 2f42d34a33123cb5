import type { Availability } from '@geodes/contracts';

/** What the shop tells open pages, as one tab tells it to the others. */
export type LiveMessage =
  | { name: 'availability'; id: string; availability: Availability }
  | { name: 'catalog'; ids: string[] }
  /** Too much was missed: all that is shown is asked for again. */
  | { name: 'reset' };

type Listener = (message: LiveMessage) => void;

const listeners = new Set<Listener>();

/** Is told what the shop tells live, besides what every page does with it. Answers what ends it. */
export const listenLive = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const tellListeners = (message: LiveMessage): void => listeners.forEach((listener) => listener(message));
