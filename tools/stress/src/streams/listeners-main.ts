// The browsers of `npm run bench:streams`, in a separate process, so that their processor time is not the shop's.
import { Follower } from './follower.js';

/** Messages between the benchmark and this process. Times are milliseconds since 1970. */
export interface ListenerCommand {
  open: number;
  gateway: string;
}
export type ListenerReport =
  | { opened: number }
  /** The arrival times of an event on the streams that it has reached. */
  | { id: string; at: number[] };

/** Streams that are opened at the same time. */
const OPEN_BATCH_SIZE = 100;
const POLL_MS = 20;
/** An event is reported after this time even if it has not reached all streams. */
const LATE_MS = 10_000;

const followers: Follower[] = [];
const arrivals = new Map<string, number[]>();
let wanted = 0;
const report = (message: ListenerReport) => process.send?.(message);
const now = (): number => performance.timeOrigin + performance.now();

const recordArrival = (id: string): void => {
  let at = arrivals.get(id);
  if (!at) {
    at = [];
    arrivals.set(id, at);
    const late = at;
    setTimeout(() => arrivals.delete(id) && report({ id, at: late }), LATE_MS);
  }
  at.push(now());
  if (at.length === wanted && arrivals.delete(id)) report({ id, at });
};

const open = async (count: number, gateway: string): Promise<void> => {
  wanted = count;
  while (followers.length < count) {
    const opening = Array.from({ length: Math.min(OPEN_BATCH_SIZE, count - followers.length) }, () => {
      const follower = new Follower([gateway], 0, { onEvent: ({ id }) => recordArrival(id) });
      follower.open();
      return follower;
    });
    followers.push(...opening);
    const end = Date.now() + LATE_MS;
    while (!opening.every((one) => one.isOpen) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  report({ opened: followers.filter((one) => one.isOpen).length });
};

process.on('message', (command: ListenerCommand) => void open(command.open, command.gateway));
// ends with the benchmark
process.on('disconnect', () => process.exit(0));
