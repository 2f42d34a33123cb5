import type { Availability } from '@geodes/contracts';

/** A live event of the shop. Tabs of a browser forward it to each other. */
export type LiveMessage =
  | { name: 'availability'; id: string; availability: Availability }
  | { name: 'catalog'; ids: string[] }
  /** Too many events were missed: everything on the page is refetched. */
  | { name: 'reset' };

/** Milliseconds to wait for events that arrive together. */
const BATCH_DELAY_MS = 200;

type Listener = (message: LiveMessage) => void;

const listeners = new Set<Listener>();

/** Subscribes to live events, in addition to what every page does with them. Returns the unsubscribe function. */
export const listenLive = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Subscribes to live events too, and passes on those that arrive together at once. */
export const listenLiveBatches = (listener: (messages: LiveMessage[]) => void): (() => void) => {
  const batch: LiveMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = listenLive((message) => {
    if (batch.push(message) === 1) timer = setTimeout(() => listener(batch.splice(0)), BATCH_DELAY_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
};

export const notifyListeners = (message: LiveMessage): void => listeners.forEach((listener) => listener(message));
