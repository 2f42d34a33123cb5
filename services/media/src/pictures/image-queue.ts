import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { unavailable } from '@geodes/kit';

/** One per core. Also limits the number of decoded pictures in memory. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;
const MAX_WAITING_IN_BACKGROUND = 500;

/** Limits image work to two pictures at once. At most one background job has a slot or waits for one. */
@Injectable()
export class ImageQueue implements OnApplicationShutdown {
  private readonly slots = pLimit({ concurrency: MAX_CONCURRENT, rejectOnClear: true });
  private readonly background = pLimit({ concurrency: 1, rejectOnClear: true });
  private readonly large = pLimit(1);

  /** Runs work that a caller waits for. Throws UNAVAILABLE if the queue is full or the process stops. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return enqueue(this.slots, MAX_WAITING, work);
  }

  /** Runs work when no caller waits. Throws UNAVAILABLE if the queue is full or the process stops. */
  runInBackground<T>(work: () => Promise<T>): Promise<T> {
    return enqueue(this.background, MAX_WAITING_IN_BACKGROUND, () => this.slots(work));
  }

  /** Serialises work on large pictures, which needs half a gigabyte each. Must be called inside a slot. */
  runLarge<T>(work: () => Promise<T>): Promise<T> {
    return this.large(work);
  }

  onApplicationShutdown(): void {
    this.background.clearQueue();
    this.slots.clearQueue();
  }
}

const enqueue = async <T>(limit: LimitFunction, maxWaiting: number, work: () => Promise<T>): Promise<T> => {
  if (limit.pendingCount >= maxWaiting) throw unavailable('media');
  return limit(work).catch((error: unknown) => {
    // from clearQueue; the work itself aborts nothing
    throw (error as Error).name === 'AbortError' ? unavailable('media') : error;
  });
};
