import { metrics } from '@geodes/kit';
import './checkout-worker.js';

describe('shop_checkouts_total', () => {
  // the alert on sales uses increase(), which misses the first step of a series that does not start at zero
  it('exports both outcomes with zero before the first checkout ends', async () => {
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^shop_checkouts_total\{outcome="paid"[^}]*\} 0$/m);
    expect(text).toMatch(/^shop_checkouts_total\{outcome="refused"[^}]*\} 0$/m);
  });
});
