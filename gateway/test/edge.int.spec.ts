import { type GatewayUnderTest, rawRequest, startGateway } from './gateway-app.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

/** Requests answered so far, as Prometheus is told. */
const answered = async (labels: string): Promise<number> => {
  const { text: metrics } = await gateway.call('/metrics');
  const line = metrics.split('\n').find((each) => each.startsWith(`shop_http_seconds_count{${labels}}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('an address that cannot be decoded', () => {
  it.each(['/%zz', '/gallery%', '/%C3%28', '/objects/..%2f%zz'])(
    'is not found, with the headers of every page: %s',
    async (path) => {
      const { status, headers } = await rawRequest(gateway.url, { path });
      expect(status).toBe(404);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['permissions-policy']).toContain('camera=()');
    },
  );

  it('outside of /api is the not-found page, and noted like every request', async () => {
    const labels = 'method="GET",route="/*",status="404"';
    const before = await answered(labels);
    expect((await rawRequest(gateway.url, { path: '/gallery%' })).text).toContain('<title>Page Not Found');
    expect(await answered(labels)).toBe(before + 1);
  });

  it('under /api is 400 in JSON, with the same headers', async () => {
    const { status, headers, text: body } = await rawRequest(gateway.url, { path: '/api/geodes/%zz' });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ statusCode: 400, code: 'BAD_REQUEST' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

it('an id of a thousand characters is unknown', async () => {
  const { status, headers } = await gateway.call(`/api/geodes/${'x'.repeat(1_000)}`);
  expect([status, headers.has('x-request-id')]).toEqual([404, true]);
});
