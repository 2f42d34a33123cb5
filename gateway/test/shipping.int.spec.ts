import type { RefundableOrder, ShipOrders, TrackingImport } from '@geodes/contracts';
import { type GatewayUnderTest, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';
import { adminOrder } from './fake-services.js';

let commands: ShipOrders[] = [];
let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway(
    { RATE_LIMIT: 'off' },
    {
      'orders.ship': (command) => {
        commands.push(command);
        return {
          results: command.shipments.map(({ orderNumber }) =>
            orderNumber === '00000000'
              ? { orderNumber, outcome: 'refused', message: 'There is no order 00000000.' }
              : { orderNumber, outcome: 'shipped', message: null },
          ),
        };
      },
    },
  );
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  commands = [];
  gateway.services.asked.length = 0;
});

const reasonsOf = (answer: { json: <T>() => T }) =>
  answer.json<{ details: { field: string; reason: string }[] }>().details.map(({ field, reason }) => [field, reason]);

describe.each(['PUT', 'PATCH'])('%s /api/admin/orders/:id/status', (method) => {
  const path = `/api/admin/orders/${adminOrder().id}/status`;
  const send = (body: object) => gateway.call(path, { method, cookie, body });

  it('takes carrier and tracking number, and leaves out what is missing', async () => {
    const shipped = await send({ status: 'shipped', carrier: 'ups', trackingNumber: ' 1Z9 ' });
    expect(shipped.json<RefundableOrder>()).toMatchObject({ carrier: 'ups', trackingNumber: '1Z9' });
    await send({ status: 'shipped' });
    await send({ status: 'shipped', carrier: '', trackingNumber: null });
    const { id } = adminOrder();
    expect(gateway.asked('orders.set-status')).toEqual([
      { id, status: 'shipped', carrier: 'ups', trackingNumber: '1Z9' },
      { id, status: 'shipped' },
      { id, status: 'shipped', carrier: null, trackingNumber: null },
    ]);
  });

  it('is 400 for another carrier and a long number, and says so', async () => {
    const answer = await send({ status: 'shipped', carrier: 'DHL', trackingNumber: '1'.repeat(61) });
    expect([answer.status, reasonsOf(answer)]).toEqual([
      400,
      [
        ['carrier', 'Please choose USPS, UPS, FedEx or another carrier.'],
        ['trackingNumber', 'Tracking number must have at most 60 letters.'],
      ],
    ]);
  });
});

describe('POST /api/admin/orders/ship', () => {
  const send = (body: object) => gateway.call('/api/admin/orders/ship', { method: 'POST', cookie, body });

  it('returns the outcome of each parcel', async () => {
    const answer = await send({
      shipments: [{ orderNumber: '7F3A9C1E', carrier: 'usps' }, { orderNumber: '00000000' }],
    });
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        results: [
          { orderNumber: '7F3A9C1E', outcome: 'shipped', message: null },
          { orderNumber: '00000000', outcome: 'refused', message: 'There is no order 00000000.' },
        ],
      },
    ]);
  });

  it.each([
    ['with an empty list', { shipments: [] }, 'shipments', 'Orders must not be empty.'],
    [
      'with a long list',
      { shipments: Array.from({ length: 501 }, () => ({ orderNumber: '7F3A9C1E' })) },
      'shipments',
      'Orders can have at most 500 entries.',
    ],
    [
      'with an empty number',
      { shipments: [{ orderNumber: '' }] },
      'shipments.0.orderNumber',
      'Order number is required.',
    ],
  ])('is 400 %s, and says so', async (_how, body, field, reason) => {
    const answer = await send(body);
    expect([answer.status, reasonsOf(answer)[0]]).toEqual([400, [field, reason]]);
    expect(commands).toEqual([]);
  });
});

describe('an import of tracking numbers', () => {
  const send = (path: string, content: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), 'tracking.csv');
    const headers = { origin: PUBLIC_ORIGIN };
    return gateway.call(`/api/admin/orders/tracking${path}`, { method: 'POST', raw: form, cookie, headers });
  };
  const FILE = 'Order number;Carrier;Tracking number\r\n7F3A9C1E;USPS;9400\r\n00000000;DHL;1\r\n7F3A9C1F;UPS;\r\n';
  const RESULT: TrackingImport = {
    lines: [
      { line: 2, orderNumber: '7F3A9C1E', carrier: 'usps', trackingNumber: '9400', outcome: 'shipped', message: null },
      {
        line: 3,
        orderNumber: '00000000',
        carrier: 'other',
        trackingNumber: '1',
        outcome: 'refused',
        message: 'There is no order 00000000.',
      },
    ],
    problems: [],
    leftOut: 1,
  };

  it('is checked first, and says by line what would happen', async () => {
    const answer = await send('/check', FILE);
    expect([answer.status, answer.json<TrackingImport>()]).toEqual([200, RESULT]);
    expect(commands.map(({ isCheck }) => isCheck)).toEqual([true]);
  });

  it('ships the orders of all lines in one command, and says by line what happened', async () => {
    const answer = await send('', FILE);
    expect([answer.status, answer.json<TrackingImport>()]).toEqual([200, RESULT]);
    expect(commands).toEqual([
      {
        shipments: [
          { orderNumber: '7F3A9C1E', carrier: 'usps', trackingNumber: '9400' },
          { orderNumber: '00000000', carrier: 'other', trackingNumber: '1' },
        ],
      },
    ]);
  });

  it('changes nothing if a line cannot be read', async () => {
    const file = `${FILE}7F3A9C1E;UPS;2\r\n`;
    const reason = 'Order 7F3A9C1E is in line 2 already. Please keep one line.';
    const checked = (await send('/check', file)).json<TrackingImport>();
    expect(checked.problems).toEqual([{ line: 5, column: 'Order number', reason }]);
    const answer = await send('', file);
    expect([answer.status, answer.json<{ message: string }>().message, reasonsOf(answer)]).toEqual([
      400,
      'Nothing was imported: there is 1 problem. Please check the file again.',
      [['line 5, Order number', reason]],
    ]);
    expect(commands.filter(({ isCheck }) => !isCheck)).toEqual([]);
  });
});
