import type { QueueState } from '@geodes/contracts';

type Counted = 'wait' | 'prioritized' | 'active' | 'delayed' | 'failed';

/** What is asked of a BullMQ queue. Not BullMQ's own type: the gateway has the kit, and no queue. */
interface AskedQueue {
  getJobCounts(...states: Counted[]): Promise<Partial<Record<string, number>>>;
  getJobs(states: Counted[], start: number, end: number, asc: boolean): Promise<({ timestamp: number } | undefined)[]>;
}

/** What stands in a queue now; the oldest job of a state is its first. Rejects where Redis refuses or is away. */
export const queueState = async (queue: AskedQueue): Promise<Omit<QueueState, 'name'>> => {
  const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed');
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const first = await Promise.all(
    (['active', 'wait', 'delayed'] as const).map((state) => queue.getJobs([state], 0, 0, true)),
  );
  const since = first.flat().flatMap((job) => job?.timestamp ?? []);
  const oldestAt = since.length > 0 ? new Date(Math.min(...since)).toISOString() : null;
  return { waiting: wait + prioritized, active, delayed, failed, oldestAt };
};
