import { setTimeout as sleep } from 'node:timers/promises';
import { armFailpoint, disarmFailpoints, failpoint, FAILPOINTS } from './failpoints.js';

describe('failpoint', () => {
  afterEach(disarmFailpoints);

  it('passes disarmed failpoints without effect', async () => {
    for (const point of FAILPOINTS) await failpoint(point);
  });

  it('triggers an armed failpoint once, on its nth pass', async () => {
    armFailpoint('orders.reserve.before', 'throw', 2);
    await failpoint('orders.reserve.before');
    await failpoint('orders.reserve.after');
    await expect(failpoint('orders.reserve.before')).rejects.toThrow('orders.reserve.before');
    await failpoint('orders.reserve.before');
  });

  it('never resolves a failpoint that is armed to hang', async () => {
    armFailpoint('orders.reserve.before', 'hang', 1);
    const went = await Promise.race([failpoint('orders.reserve.before').then(() => 'on'), sleep(30, 'hangs')]);
    expect(went).toBe('hangs');
  });
});
