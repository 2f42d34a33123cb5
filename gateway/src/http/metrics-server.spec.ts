import type { AddressInfo } from 'node:net';
import { serveMetrics } from './metrics-server.js';

describe('the port of the metrics', () => {
  it('serves /metrics and nothing else', async () => {
    const server = await serveMetrics(0, '127.0.0.1');
    try {
      const { port } = server.address() as AddressInfo;
      const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
      const found = await get('/metrics');
      expect([found.status, await found.text()]).toEqual([200, expect.stringContaining('process_cpu_seconds_total')]);
      const refused = await Promise.all([get('/'), get('/api/geodes'), get('/metrics/'), get('/metrics', 'POST')]);
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
