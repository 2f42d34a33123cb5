import type { Logger } from './logger.js';

/** What a connection that comes back by itself tells of. */
export interface OutageLog {
  error(error: Error): void;
  ready(): void;
}

/** Logs the first error of an outage and its end, not every attempt between. */
export const outageLog = (logger: Logger, part: string): OutageLog => {
  let away = false;
  return {
    error: (error) => {
      if (!away) logger.warn({ part, reason: error.message || String((error as { code?: string }).code) }, 'lost');
      away = true;
    },
    ready: () => {
      if (away) logger.info({ part }, 'back');
      away = false;
    },
  };
};
