import type { OrdersState, QueueState } from '@geodes/contracts';
import { localTime } from './local-time.js';
import type { Output } from './output.js';
import { type Shop, ShopAway } from './shop.js';
import { tableOf } from './table.js';

/** Throws ShopAway where Redis did not answer the orders service. */
export const listQueues = async (shop: Shop, output: Output): Promise<void> => {
  const { queues } = await shop.ask('orders.state', {});
  if (!queues) throw new ShopAway('Redis does not answer: jobs wait as facts in the outbox (npm run ops -- outbox).');
  output.tell(queues, queueTable(queues));
};

const queueTable = (queues: readonly QueueState[]): string =>
  tableOf(
    ['queue', 'waiting', 'active', 'delayed', 'failed', 'oldest'],
    queues.map(({ name, waiting, active, delayed, failed, oldestAt }) => [
      name,
      waiting,
      active,
      delayed,
      failed,
      oldestAt ? localTime(oldestAt) : '',
    ]),
  );

/** What is not in a queue yet, or not known to be applied. */
export const printOutbox = async (shop: Shop, output: Output): Promise<void> => {
  const { events: facts } = await shop.ask('orders.state', {});
  output.tell(facts, outboxLines(facts));
};

const outboxLines = ({ count, oldestAt, givenUp }: OrdersState['events']): string => {
  const waiting = oldestAt ? `${count} facts wait, the oldest since ${localTime(oldestAt)}.` : 'No fact waits.';
  const failed = givenUp > 0 ? `${givenUp} were given up: npm run ops -- facts` : 'None was given up.';
  return `${waiting} ${failed}`;
};
