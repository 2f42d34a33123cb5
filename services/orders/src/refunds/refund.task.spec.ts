import type { DataSource } from 'typeorm';
import { createLogger, systemClock } from '@geodes/kit';
import { RefundTask } from './refund.task.js';
import type { RefundsService } from './refunds.service.js';

it('a round continues no further refund once its process stops', async () => {
  const due = ['first', 'second'].map((id) => ({ id, orderId: id }));
  const database: Pick<DataSource, 'query'> = { query: <T>() => Promise.resolve([due, due.length] as T) };
  const continued: string[] = [];
  const refunds: Pick<RefundsService, 'continue'> = {
    continue: ({ id }) => {
      continued.push(id);
      return task.onModuleDestroy();
    },
  };
  const task = new RefundTask(
    database as DataSource,
    refunds as RefundsService,
    systemClock,
    createLogger('orders', 'silent'),
  );
  await task['round']();
  expect(continued).toEqual(['first']);
});
