import type { Logger } from './logger.js';

/** Events of a connection that reconnects by itself. */
export interface OutageLog {
  error(error: Error): void;
  ready(): void;
}

/** Creates a log of outages: it records the first error and the recovery, not every failed retry. */
export const outageLog = (logger: Logger, part: string): OutageLog => {
  let isDown = false;
  return {
    error: (error) => {
      if (!isDown)
        logger.warn({ part, reason: error.message || String((error as { code?: string }).code) }, 'connection lost');
      isDown = true;
    },
    ready: () => {
      if (isDown) logger.info({ part }, 'connection restored');
      isDown = false;
    },
  };
};
