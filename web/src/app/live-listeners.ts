import type { LiveMessage } from '../features/live/live-events.js';

type Listener = (message: LiveMessage) => void;

const listeners = new Set<Listener>();

/** Is told what the shop tells live, besides what every page does with it. Answers what ends it. */
export const listenLive = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const tellListeners = (message: LiveMessage): void => listeners.forEach((listener) => listener(message));
