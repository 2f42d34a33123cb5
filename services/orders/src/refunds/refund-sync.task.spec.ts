import type { RefundMark } from '@geodes/contracts';
import { type Bus, type Clock, createLogger } from '@geodes/kit';
import type { DataSource } from 'typeorm';
import type { SalesService } from '../sales/sales.service.js';
import { RefundSyncTask } from './refund-sync.task.js';

it('reads the last minute of refunds again only for a minute after a new one', async () => {
  const last: RefundMark = { at: '2026-11-26T12:00:00.000Z', id: 'refund' };
  const minuteBefore = { at: '2026-11-26T11:59:00.000Z', id: ' ' };
  const reads: unknown[] = [];
  const call = (_subject: string, { after }: { after?: RefundMark }) => {
    reads.push(after);
    return Promise.resolve({ payments: [], last });
  };
  let now = 0;
  const task = new RefundSyncTask(
    { call } as unknown as Bus,
    {} as DataSource,
    {} as SalesService,
    { now: () => now } as Clock,
    createLogger('orders', 'silent'),
  );
  for (now of [0, 5_000, 59_999, 60_000, 65_000]) await task.read();
  expect(reads).toEqual([undefined, minuteBefore, minuteBefore, last, last]);
});
