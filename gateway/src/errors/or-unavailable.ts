import { unavailable } from '@geodes/kit';

/** Returns the result of a command of Redis. Throws UNAVAILABLE, with the part that cannot work, if it fails. */
export const orUnavailable = async <T>(command: Promise<T>, part = 'sessions'): Promise<T> => {
  try {
    return await command;
  } catch (error) {
    throw Object.assign(unavailable(part), { cause: error });
  }
};
