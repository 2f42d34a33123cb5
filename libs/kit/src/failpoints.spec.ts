import { setTimeout as sleep } from 'node:timers/promises';
import { armFailpoint, disarmFailpoints, failpoint, FAILPOINTS } from './failpoints.js';

describe('a failpoint', () => {
  afterEach(disarmFailpoints);

  it('does nothing unless it is armed', async () => {
    for (const point of FAILPOINTS) await failpoint(point);
  });

  it('goes off on its nth passing, once', async () => {
    armFailpoint('orders.reserve.before', 'throw', 2);
    await failpoint('orders.reserve.before');
    await failpoint('orders.reserve.after');
    await expect(failpoint('orders.reserve.before')).rejects.toThrow('orders.reserve.before');
    await failpoint('orders.reserve.before');
  });

  it('that hangs never goes on', async () => {
    armFailpoint('orders.reserve.before', 'hang', 1);
    const went = await Promise.race([failpoint('orders.reserve.before').then(() => 'on'), sleep(30, 'hangs')]);
    expect(went).toBe('hangs');
  });
});
