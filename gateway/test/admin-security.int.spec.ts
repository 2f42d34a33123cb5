import { randomBytes } from 'node:crypto';
import {
  type CallOptions,
  forwardedFrom,
  type GatewayUnderTest,
  PIN,
  PUBLIC_ORIGIN,
  rawRequest,
  type Route,
  startGateway,
} from './gateway-app.js';

const SOME_ID = '11111111-1111-4111-8111-111111111111';
const WRONG = '000000000';
const OPEN = ['/api/admin/login', '/api/admin/logout'];
const READS = ['GET', 'HEAD', 'OPTIONS'];

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT: 'off' });
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.redis.flushdb());

/** The owner's routes, read from the router, so that new ones are tested too. */
const ownerRoutes = ({ routes }: GatewayUnderTest): Route[] =>
  routes.filter(({ url }) => url.startsWith('/api/admin') || url === '/api/objects/upload');
const guarded = (on: GatewayUnderTest) => ownerRoutes(on).filter(({ url }) => !OPEN.includes(url));
const changing = (on: GatewayUnderTest) => ownerRoutes(on).filter(({ method }) => !READS.includes(method));
const urlOf = ({ url }: Route): string => url.replaceAll(/:\w+/g, SOME_ID).replace('*', 'x');
const named = (route: Route): string => `${route.method} ${route.url}`;

const send = (route: Route, options: CallOptions = {}) =>
  gateway.call(urlOf(route), {
    method: route.method,
    // refused before it is read
    ...(READS.includes(route.method) ? {} : { raw: '{malformed' }),
    ...options,
    headers: { origin: PUBLIC_ORIGIN, 'content-type': 'application/json', ...options.headers },
  });

/** Returns the routes whose status differs from the expected one, by name. */
const routesWithOtherStatus = async (routes: Route[], status: number, options: CallOptions): Promise<string[]> => {
  const wrong: string[] = [];
  for (const route of routes) {
    const answer = await send(route, options);
    if (answer.status !== status) wrong.push(`${named(route)}: ${answer.status}`);
  }
  return wrong;
};

const logIn = (pin: string, headers: Record<string, string> = {}) =>
  gateway.call('/api/admin/login', { method: 'POST', body: { pin }, headers: { origin: PUBLIC_ORIGIN, ...headers } });

const loggedOut = async (): Promise<string> => {
  const cookie = await gateway.logIn();
  await gateway.call('/api/admin/logout', { method: 'POST', cookie });
  return cookie;
};
const stale = async (): Promise<string> => {
  const cookie = await gateway.logIn();
  for (const key of await gateway.redis.keys('gateway:session:*')) await gateway.redis.pexpire(key, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return cookie;
};

describe('the owner’s routes', () => {
  it('are all found in the router', () => {
    expect(guarded(gateway).map(named)).toEqual(
      expect.arrayContaining([
        'POST /api/admin/verify',
        'GET /api/admin/analytics',
        'GET /api/admin/geodes',
        'DELETE /api/admin/geodes/:id',
        'GET /api/admin/holds',
        'DELETE /api/admin/holds/:id',
        'PUT /api/admin/orders/:id/archive',
        'POST /api/admin/orders/ship',
        'POST /api/admin/orders/tracking',
        'POST /api/objects/upload',
        'GET /api/admin/orders.csv',
        'HEAD /api/admin/orders.csv',
        'GET /api/admin/geodes.csv',
        'POST /api/admin/geodes/import/check',
        'POST /api/admin/geodes/import',
        'GET /api/admin/geodes/import/sample.csv',
      ]),
    );
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['no session', async () => undefined],
    ['a session that ended 8 hours after its last use', stale],
    ['a session that was logged out', loggedOut],
    ['a made-up session id', async () => `admin_session=${randomBytes(32).toString('base64url')}`],
    ['an empty session id', async () => 'admin_session='],
    ['a malformed session id', async () => 'admin_session=*'],
    ['the cookie of another site', async () => 'session=1; PHPSESSID=1; connect.sid=1'],
    [
      'a cookie whose name has another case',
      async () => (await gateway.logIn()).replace('admin_session', 'Admin_Session'),
    ],
    ['the flag alone', async () => 'admin_authenticated=true'],
  ])('are each 401 with %s', async (_name, cookieOf) => {
    const cookie = await cookieOf();
    gateway.services.asked.length = 0;
    expect(await routesWithOtherStatus(guarded(gateway), 401, cookie ? { cookie } : {})).toEqual([]);
    expect(gateway.services.asked).toEqual([]);
  });

  it('cannot be reached by another spelling of their path', async () => {
    for (const path of [
      '/api/admin/orders/',
      '/api//admin/orders',
      '/api/admin//orders',
      '/api/./admin/orders',
      '/api/x/../admin/orders',
      '/API/ADMIN/ORDERS',
      '/api/%61dmin/orders',
      '/api/admin%2forders',
      '/api/admin/orders;x=1',
      '/api/admin/orders?x=/api/admin/login',
      '/api/admin/login/../orders',
    ]) {
      const { status } = await rawRequest(gateway.url, { path });
      expect([path, [401, 404].includes(status)]).toEqual([path, true]);
    }
  });

  it('can be reached with a session', async () => {
    const cookie = await gateway.logIn();
    const reads = guarded(gateway).filter(({ method, url }) => method === 'GET' && !url.includes(':'));
    expect(reads.length).toBeGreaterThan(3);
    expect(await routesWithOtherStatus(reads, 200, { cookie })).toEqual([]);
  });
});

describe('a change requested from another site with the owner’s cookie', () => {
  it('is 403 with the Origin of another site, though the browser or a proxy header says it is this one', async () => {
    const cookie = await gateway.logIn();
    gateway.services.asked.length = 0;
    const headers = {
      origin: 'https://evil.example',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    expect(await routesWithOtherStatus(changing(gateway), 403, { cookie, headers })).toEqual([]);
    const answer = await gateway.call('/api/admin/verify', { method: 'POST', cookie, headers });
    expect(answer.json()).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
    expect(gateway.services.asked).toEqual([]);
  });

  it('is 403 without Origin', async () => {
    const cookie = await gateway.logIn();
    gateway.services.asked.length = 0;
    const wrong: string[] = [];
    for (const route of changing(gateway)) {
      const { status } = await rawRequest(gateway.url, {
        path: urlOf(route),
        method: route.method,
        headers: { cookie, 'content-type': 'application/json' },
        body: '{}',
      });
      if (status !== 403) wrong.push(`${named(route)}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(gateway.services.asked).toEqual([]);
  });
});

describe('an owner session', () => {
  it('never has an id that the client chose', async () => {
    for (const chosen of ['chosen', randomBytes(32).toString('base64url'), `${'a'.repeat(43)}`]) {
      const answer = await logIn(PIN, { cookie: `admin_session=${chosen}` });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).not.toContain(chosen);
      const after = await gateway.call('/api/admin/verify', { method: 'POST', cookie: `admin_session=${chosen}` });
      expect(after.status).toBe(401);
    }
  });

  it('does not begin if the login fails, and an open one stays open', async () => {
    const cookie = await gateway.logIn();
    const answer = await logIn(WRONG, { cookie });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect((await gateway.call('/api/admin/verify', { method: 'POST', cookie })).status).toBe(200);
  });

  it('has an id that no response contains', async () => {
    const cookie = await gateway.logIn();
    const id = cookie.split('=')[1]!;
    for (const route of guarded(gateway).filter(({ method }) => method === 'GET')) {
      const answer = await send(route, { cookie });
      expect(answer.text).not.toContain(id);
    }
  });
});

describe('guesses at the PIN', () => {
  const forged = (index: number) => forwardedFrom(`203.0.113.${index}`);

  it('from one IP address are refused after five, whatever forwarding headers claim', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push((await logIn(String(index).padStart(9, '0'), forged(index))).status);
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
    expect((await logIn(PIN, forged(200))).status).toBe(429);
  });
});
