import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhooksHelper } from 'square';
import { eventually, freePort } from '@geodes/testing';
import { squareEventViolations } from '@geodes/testing/square-contract';
import { SimulatorProcess } from './simulator-process.js';

const SIGNATURE_KEY = 'a-signature-key';
const SUBSCRIBED_AS = 'https://shop.example/api/square/webhooks';

interface Notification {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    type: string;
    event_id: string;
    data: { type: string; id: string; object: Record<string, { id: string; status: string }> };
  };
}

let shop: Server;
let arrived: Notification[];
let answers: number[];
let simulator: SimulatorProcess;

const listenAt = async (port: number): Promise<Server> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      arrived.push({ headers: request.headers, text, body: JSON.parse(text) as Notification['body'] });
      response.writeHead(answers.shift() ?? 200).end();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const close = async (): Promise<void> => {
  shop.close();
  shop.closeAllConnections();
  await once(shop, 'close');
};

beforeAll(async () => {
  shop = await listenAt(await freePort());
  const { port } = shop.address() as AddressInfo;
  simulator = await SimulatorProcess.start({
    SQUARE_SIMULATOR_MIN_DELAY_MS: '1000',
    SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY,
    SQUARE_WEBHOOK_URL: SUBSCRIBED_AS,
    SQUARE_WEBHOOK_DELIVER_TO: `http://127.0.0.1:${port}/api/square/webhooks`,
  });
});
beforeEach(() => {
  arrived = [];
  answers = [];
});
afterAll(async () => {
  await simulator?.dispose();
  await close();
});

const capture = async (): Promise<string> => {
  const { id } = await simulator.pay();
  await simulator.client().payments.complete({ paymentId: id! });
  return id!;
};

const untilArrived = async (count: number, limitMs = 5_000): Promise<string[]> => {
  await eventually(`${count} webhooks`, () => arrived.length >= count, limitMs);
  return arrived.map(({ body }) => `${body.type} ${Object.values(body.data.object)[0]!.status}`);
};

describe('a notification', () => {
  it('reports a capture, not its authorisation, signed for the subscribed URL', async () => {
    const id = await capture();
    expect(await untilArrived(1)).toEqual(['payment.updated COMPLETED']);
    const [{ headers, text, body }] = arrived as [Notification];
    expect(body.data).toMatchObject({ type: 'payment', id, object: { payment: { id } } });
    const verification = {
      requestBody: text,
      signatureHeader: String(headers['x-square-hmacsha256-signature']),
      signatureKey: SIGNATURE_KEY,
      notificationUrl: SUBSCRIBED_AS,
    };
    expect(await WebhooksHelper.verifySignature(verification)).toBe(true);
    expect(await WebhooksHelper.verifySignature({ ...verification, requestBody: `${text} ` })).toBe(false);
    expect(headers).toMatchObject({ 'square-environment': 'Sandbox' });
    expect(headers['square-retry-number']).toBeUndefined();
  });

  it('lists its one subscription', async () => {
    const { data } = await simulator.client().webhooks.subscriptions.list();
    expect(data).toMatchObject([{ enabled: true, notificationUrl: SUBSCRIBED_AS }]);
  });

  it('reports capture, refund and settlement', async () => {
    const paymentId = await capture();
    await untilArrived(1);
    await simulator.client().refunds.refundPayment({
      paymentId,
      idempotencyKey: randomUUID(),
      amountMoney: { amount: 100n, currency: 'USD' },
    });
    const all = await untilArrived(5);
    expect(all[0]).toBe('payment.updated COMPLETED');
    expect(all.slice(1).sort()).toEqual([
      'payment.updated COMPLETED',
      'payment.updated COMPLETED',
      'refund.created PENDING',
      'refund.updated COMPLETED',
    ]);
    expect(new Set(arrived.map(({ body }) => body.event_id)).size).toBe(5);
    expect(arrived.flatMap(({ body }) => squareEventViolations(body))).toEqual([]);
  });

  it('reports an expired authorisation', async () => {
    await simulator.pay({ delayDuration: 'PT1S' });
    expect(await untilArrived(1)).toEqual(['payment.updated CANCELED']);
  });

  it('is repeated under the same event id when the shop refuses it', async () => {
    answers.push(500);
    await capture();
    await untilArrived(2);
    expect(arrived[1]!.body).toEqual(arrived[0]!.body);
    expect(arrived[1]!.headers).toMatchObject({ 'square-retry-number': '1', 'square-retry-reason': 'http_error' });
    expect(arrived[1]!.headers['square-initial-delivery-timestamp']).toBe(
      arrived[0]!.headers['square-initial-delivery-timestamp'],
    );
  });

  it('is duplicated or dropped by a fault', async () => {
    await simulator.fault({ operation: 'complete', kind: 'drop-webhook' });
    await simulator.fault({ operation: 'complete', kind: 'duplicate-webhook' });
    await capture();
    const second = await capture();
    await untilArrived(2);
    expect(arrived.map(({ body }) => body.data.id)).toEqual([second, second]);
    expect(arrived[0]!.body.event_id).toBe(arrived[1]!.body.event_id);
  });
});
