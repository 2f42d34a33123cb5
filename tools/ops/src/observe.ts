import type { Observed } from './status/observed-state.js';

/** Waits for a reply; an error becomes the reason why there is none. Never throws. */
export const observe = async <T>(reply: Promise<T>): Promise<Observed<T>> => {
  try {
    return { said: await reply };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return {
      away: message === 'fetch failed' && cause instanceof Error ? `nothing answers (${cause.message})` : message,
    };
  }
};
