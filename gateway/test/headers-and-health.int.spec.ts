import { type GatewayUnderTest, startGateway } from './gateway-app.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('every page', () => {
  it.each(['/', '/nothing', '/api/geodes', '/api/nothing', '/admin/panel'])(
    'has the security headers: %s',
    async (path) => {
      const { headers } = await gateway.call(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self' http://localhost:8090;");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).not.toContain('upgrade-insecure-requests');
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it("has a request id: the client's if it is well-formed", async () => {
    expect((await gateway.call('/')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const wellFormed = { 'x-request-id': 'trace-1234' };
    expect((await gateway.call('/api/geodes', { headers: wellFormed })).headers.get('x-request-id')).toBe('trace-1234');
    const bad = { 'x-request-id': '<script>' };
    expect((await gateway.call('/', { headers: bad })).headers.get('x-request-id')).not.toContain('<');
  });
});

describe('health and metrics', () => {
  it('are live and ready', async () => {
    expect((await gateway.call('/health/live')).status).toBe(200);
    const ready = await gateway.call('/health/ready');
    expect([ready.status, ready.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('are served to loopback', async () => {
    const { status, text } = await gateway.call('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('shop_http_seconds');
  });
});

describe('metrics on a port of their own', () => {
  it.each([
    ['with METRICS_PORT', { METRICS_PORT: '9100' }],
    ['in production', { NODE_ENV: 'production' }],
  ])('are 404 on the public port, also for loopback: %s', async (_, variables) => {
    const separate = await startGateway(variables);
    try {
      expect((await separate.call('/metrics')).status).toBe(404);
    } finally {
      await separate.stop();
    }
  });
});

describe('metrics behind a trusted proxy', () => {
  it('are served to private IP addresses, and 404 for others', async () => {
    const behind = await startGateway({ TRUST_PROXY: '127.0.0.1' });
    try {
      const from = async (address: string) =>
        (await behind.call('/metrics', { headers: { 'x-forwarded-for': address } })).status;
      expect(await from('10.1.2.3')).toBe(200);
      expect(await from('8.8.8.8')).toBe(404);
      expect(await from('10.1.2.3, 8.8.8.8')).toBe(404);
    } finally {
      await behind.stop();
    }
  });
});
