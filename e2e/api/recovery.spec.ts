import { expect, test } from '@playwright/test';
import { isAlive } from '@geodes/servers';
import { buy, expectReady, newGeode, signIn } from '../shop/calls.js';
import { pidOf } from '../shop/operator.js';

// failpoints.spec.ts and events.spec.ts kill the others
for (const name of ['object-store', 'square-simulator', 'mail-catcher', 'media']) {
  test(`${name}, killed while idle, restarts by itself and the shop sells again`, async ({ request }) => {
    const before = pidOf(name);
    process.kill(before, 'SIGKILL');
    await expect(async () => {
      const now = pidOf(name);
      expect(now).not.toBe(before);
      expect(isAlive(now)).toBe(true);
    }).toPass({ timeout: 30_000, intervals: [100] });
    await expect(() => expectReady(request)).toPass({ timeout: 60_000, intervals: [250] });
    await expect(async () => {
      await signIn(request);
      const geode = await newGeode(request);
      const reply = await buy(request, [geode.id]);
      expect(reply.status(), await reply.text()).toBe(201);
    }).toPass({ timeout: 30_000 });
  });
}

for (const name of ['orders', 'payments', 'catalog']) {
  test(`${name}, killed during a checkout, leaves no half-finished checkout`, async ({ request }) => {
    await signIn(request);
    const geode = await newGeode(request);
    const purchase = buy(request, [geode.id]);
    await new Promise((resolve) => setTimeout(resolve, 25));
    process.kill(pidOf(name), 'SIGKILL');
    const reply = await purchase;
    expect([201, 202, 402], await reply.text()).toContain(reply.status());
    await expect(async () => {
      const { availability } = (await (await request.get(`/api/geodes/${geode.id}`)).json()) as {
        availability: string;
      };
      expect(availability).toBe(reply.status() === 201 ? 'sold' : availability);
      expect(availability).not.toBe('held');
    }).toPass({ timeout: 55_000, intervals: [500] });
  });
}
