import { unavailable } from '@geodes/kit';

/** Returns the result of a command of Redis. Throws UNAVAILABLE if it fails. */
export const orUnavailable = async <T>(command: Promise<T>): Promise<T> => {
  try {
    return await command;
  } catch (error) {
    throw Object.assign(unavailable('sessions'), { cause: error });
  }
};
