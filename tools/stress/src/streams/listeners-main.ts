// The browsers of `npm run bench:streams`, in a process of their own: what they do is not the shop's time.
import { Follower } from './follower.js';

/** What the bench asks and is told; times are milliseconds since 1970, of the machine that both run on. */
export type Ask = { open: number; gateway: string } | { close: true };
export type Told =
  | { opened: number; failed: number }
  /** When the event of this number had reached each of the streams that it had reached when it was asked. */
  | { id: string; at: number[] };

/** So many at a time knock at the door. */
const AT_ONCE = 100;
const LOOK_MS = 20;
/** An event that has not reached all by then is told of as it is. */
const LATE_MS = 10_000;

const followers: Follower[] = [];
const arrivals = new Map<string, number[]>();
let wanted = 0;
const tell = (told: Told) => process.send?.(told);
const now = (): number => performance.timeOrigin + performance.now();

const heard = (id: string): void => {
  let at = arrivals.get(id);
  if (!at) {
    at = [];
    arrivals.set(id, at);
    const late = at;
    setTimeout(() => arrivals.delete(id) && tell({ id, at: late }), LATE_MS);
  }
  at.push(now());
  if (at.length === wanted && arrivals.delete(id)) tell({ id, at });
};

const open = async (count: number, gateway: string): Promise<void> => {
  wanted = count;
  const isOpen = () => followers.filter((one) => one.isOpen).length;
  while (followers.length < count) {
    const opening = Array.from({ length: Math.min(AT_ONCE, count - followers.length) }, () => {
      const follower = new Follower([gateway], 0, { heard: ({ id }) => heard(id) });
      follower.open();
      return follower;
    });
    followers.push(...opening);
    const end = Date.now() + LATE_MS;
    while (!opening.every((one) => one.isOpen) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  tell({ opened: isOpen(), failed: count - isOpen() });
};

process.on('message', (ask: Ask) => {
  if ('open' in ask) void open(ask.open, ask.gateway);
  else process.exit(0);
});
// no bench, no browsers
process.on('disconnect', () => process.exit(0));
