import type { DataSource } from 'typeorm';
import { InFlight } from './in-flight.js';
import { metrics, measureSaturation } from './metrics.js';

describe('measureSaturation', () => {
  it('reports work in flight and database connections when metrics are read', async () => {
    const inFlight = new InFlight();
    const master = { totalCount: 5, idleCount: 2, waitingCount: 1 };
    measureSaturation({ inFlight, requests: () => 7, database: { driver: { master } } as unknown as DataSource });
    inFlight.begin();
    inFlight.begin();
    const text = await metrics.registry.metrics();
    for (const line of [
      'shop_in_flight{what="message"} 2',
      'shop_in_flight{what="request"} 7',
      'shop_pool_connections{state="busy"} 3',
      'shop_pool_connections{state="idle"} 2',
      'shop_pool_connections{state="waiting"} 1',
    ])
      expect(text).toContain(line);
  });
});
