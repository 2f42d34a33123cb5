import { metrics } from '@geodes/kit';
import './checkout-runner.js';

describe('the count of checkouts', () => {
  // an alert asks whether anything was sold: growth from nothing to one would not be seen
  it('is there with zero before the first one ends', async () => {
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^shop_checkouts_total\{outcome="paid"[^}]*\} 0$/m);
    expect(text).toMatch(/^shop_checkouts_total\{outcome="refused"[^}]*\} 0$/m);
  });
});
