import type { QueueState } from '@geodes/contracts';

type Counted = 'wait' | 'prioritized' | 'active' | 'delayed' | 'failed';

/** The part of a BullMQ queue that is read. Not BullMQ's type, because the gateway uses the kit without BullMQ. */
interface ReadableQueue {
  getJobCounts(...states: Counted[]): Promise<Partial<Record<string, number>>>;
  getJobs(states: Counted[], start: number, end: number, asc: boolean): Promise<({ timestamp: number } | undefined)[]>;
}

/** Reads the queue's job counts and the time of its oldest unfinished job. Rejects if Redis refuses or is down. */
export const queueState = async (queue: ReadableQueue): Promise<Omit<QueueState, 'name'>> => {
  const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed');
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const oldest = await Promise.all(
    (['active', 'wait', 'delayed'] as const).map((state) => queue.getJobs([state], 0, 0, true)),
  );
  const timestamps = oldest.flat().flatMap((job) => job?.timestamp ?? []);
  const oldestAt = timestamps.length > 0 ? new Date(Math.min(...timestamps)).toISOString() : null;
  return { waiting: wait + prioritized, active, delayed, failed, oldestAt };
};
