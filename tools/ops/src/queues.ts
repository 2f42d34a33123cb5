import type { OrdersState, QueueState } from '@geodes/contracts';
import { type Print, formatLocalTime, formatTable } from './print.js';
import { type Shop, ShopUnavailable } from './shop.js';

/** Prints the job counts of every queue. Throws ShopUnavailable when Redis does not respond to the orders service. */
export const listQueues = async (shop: Shop, print: Print): Promise<void> => {
  const { queues } = await shop.call('orders.state', {});
  if (!queues)
    throw new ShopUnavailable('Redis does not answer: jobs wait as events in the outbox (npm run ops -- outbox).');
  print(queues, formatQueues(queues));
};

const formatQueues = (queues: readonly QueueState[]): string =>
  formatTable(
    ['queue', 'waiting', 'active', 'delayed', 'failed', 'oldest'],
    queues.map(({ name, waiting, active, delayed, failed, oldestAt }) => [
      name,
      waiting,
      active,
      delayed,
      failed,
      oldestAt ? formatLocalTime(oldestAt) : '',
    ]),
  );

/** Prints the events that are not queued yet or not confirmed. */
export const printOutbox = async (shop: Shop, print: Print): Promise<void> => {
  const { events } = await shop.call('orders.state', {});
  print(events, formatOutbox(events));
};

const formatOutbox = ({ count, oldestAt, givenUp }: OrdersState['events']): string => {
  const waiting = oldestAt ? `${count} events wait, the oldest since ${formatLocalTime(oldestAt)}.` : 'No event waits.';
  const failed = givenUp > 0 ? `${givenUp} were given up: npm run ops -- events` : 'None was given up.';
  return `${waiting} ${failed}`;
};
