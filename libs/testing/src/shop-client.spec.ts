import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoOrder } from './demo-order.js';
import { Owner, ShopClient } from './shop-client.js';

let server: Server;
let gateway: string;
let requests: IncomingMessage[];
let respond: (request: IncomingMessage) => {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: object;
};

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    const { status, headers, body } = respond(request);
    response.writeHead(status, headers).end(body ? JSON.stringify(body) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('sends back the cookies it received', async () => {
  respond = () => ({ status: 204, headers: { 'set-cookie': ['a=1; Path=/', 'b=x=y; HttpOnly'] } });
  const client = new ShopClient([gateway]);
  for (let times = 0; times < 2; times += 1) await client.send('GET', '/');
  expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'a=1; b=x=y']);
});

it('returns the error code of a refused order, and status 0 without a response', async () => {
  respond = () => ({ status: 409, body: { code: 'OUT_OF_STOCK' } });
  const order = demoOrder(['one']);
  expect(await new ShopClient([gateway]).order(order)).toMatchObject({ status: 409, said: 'OUT_OF_STOCK' });
  expect(await new ShopClient(['http://127.0.0.1:1']).order(order)).toMatchObject({ status: 0 });
});

it('lets the owner try the next gateway, log in on 401 and repeat the call', async () => {
  respond = ({ url, headers }) => {
    if (url === '/api/admin/login') return { status: 200, headers: { 'set-cookie': 'session=1' }, body: {} };
    return headers.cookie ? { status: 200, body: [] } : { status: 401 };
  };
  expect(await new Owner({ gateways: ['http://127.0.0.1:1', gateway], adminPin: '1' }).orders()).toEqual([]);
  const login = requests.find(({ url }) => url === '/api/admin/login');
  expect(login?.headers.origin).toBe(gateway);
});
