import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlacedOrder } from '@geodes/contracts';
import {
  bodyOf,
  type DemoOrder,
  demoOrder,
  eventually,
  ORDER_PATH,
  Owner,
  personalData,
  type Reply,
  scanLog,
  send,
  type StartedShop,
  startShop,
} from '@geodes/testing';
import { RESULTS } from '../src/report.js';
import { type ReceivedSpan, SpanReceiver } from './span-receiver.js';

// the trace context of a caller, such as a browser
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const LOG = join(RESULTS, 'trace-shop.log');
const TRACE_TIMEOUT_MS = 30_000;
/** The buyer's ZIP code as a separate word, because ids, times and ports may contain the same digits. */
const ZIP = /(?<![\w-]|intValue":"?)52632(?![\w-])/;

let receiver: SpanReceiver;
let shop: StartedShop;

beforeAll(async () => {
  receiver = await SpanReceiver.start();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address, OTEL_BSP_SCHEDULE_DELAY: '200' };
  shop = await startShop({ env, log: LOG });
}, 180_000);
afterAll(async () => {
  await shop?.stop();
  await receiver?.close();
});

const place = ({ headers, body }: DemoOrder, extraHeaders: Record<string, string> = {}): Promise<Reply> =>
  send('POST', shop.gateways[0] + ORDER_PATH, { headers: { ...headers, ...extraHeaders }, body });

/** Returns `service name` of a span and its ancestors, from the root. */
const pathOf = (span: ReceivedSpan, spans: ReceivedSpan[]): string[] => {
  const parent = spans.find(({ id }) => id === span.parentId);
  return [...(parent ? pathOf(parent, spans) : []), `${span.service} ${span.name}`];
};
const isSql = ({ name }: ReceivedSpan): boolean => name.startsWith('pg.query');

const metricsOf = async (name: string): Promise<string> => {
  const reply = await fetch(`http://127.0.0.1:${shop.processes.portOf(name)}/metrics`);
  return reply.text();
};

it('one purchase is one trace through request, NATS, orders, SQL, payments, Square, job and catalogue', async () => {
  const geode = await new Owner(shop).newGeode({ price: '123.45' });
  const order = demoOrder([geode.id]);
  const reply = await place(order, { traceparent: `00-${TRACE}-${CALLER}-01` });
  expect([reply.status, reply.headers.traceparent]).toEqual([201, undefined]);
  // the last span of each process: processes export their spans at different times
  const isWhole = (spans: ReceivedSpan[]) =>
    spans.some(({ service, name }) => service === 'payments' && name === 'payments.capture process') &&
    spans.some(({ service, name }) => service === 'orders' && name === 'orders.ack-event process') &&
    spans.some(({ service, name }) => service === 'catalog' && name === 'catalog.order-events process') &&
    spans.some(({ service, name }) => service === 'gateway' && name === `POST ${ORDER_PATH}`);
  const spans = await receiver.untilWhole(TRACE, isWhole, TRACE_TIMEOUT_MS);

  const roots = spans.filter(({ parentId }) => !spans.some(({ id }) => id === parentId));
  expect(roots.map(({ service, name, kind, parentId }) => ({ service, name, kind, parentId }))).toEqual([
    { service: 'gateway', name: `POST ${ORDER_PATH}`, kind: 'server', parentId: CALLER },
  ]);
  const paths = new Set(spans.map((span) => pathOf(span, spans).join(' > ')));
  const gateway = `gateway POST ${ORDER_PATH} > gateway orders.checkout request > orders orders.checkout process`;
  const authorise = `${gateway} > orders payments.authorise request > payments payments.authorise process`;
  const capture = `${gateway} > orders payments.capture request > payments payments.capture process`;
  const job = `${gateway} > orders catalog.order-events publish > catalog catalog.order-events process`;
  for (const hop of [
    `${gateway} > orders catalog.reserve-geodes request > catalog catalog.reserve-geodes process`,
    `${authorise} > payments square create > payments POST`,
    `${capture} > payments square complete > payments POST`,
    `${job} > catalog orders.ack-event request > orders orders.ack-event process`,
  ])
    expect([...paths].filter((each) => each.startsWith(hop))).not.toEqual([]);
  const sqlWithin = (above: string) =>
    spans.filter((span) => isSql(span) && pathOf(span, spans).join(' > ').startsWith(above));
  for (const [above, service] of [
    [gateway, 'orders'],
    [authorise, 'payments'],
    [job, 'catalog'],
  ] as const)
    expect(sqlWithin(above).filter((span) => span.service === service)).not.toEqual([]);
});

it('each process has metrics of money, queues, outbox and work in progress', async () => {
  const geode = await new Owner(shop).newGeode();
  const capturedCents = async () =>
    Number(/^shop_money_taken_cents_total (\d+)$/m.exec(await metricsOf('payments'))?.[1]);
  const before = await capturedCents();
  const reply = await place(demoOrder([geode.id]));
  const { total } = bodyOf<PlacedOrder>(reply);
  expect((await capturedCents()) - before).toBe(Math.round(Number(total) * 100));
  const expected = {
    orders: [
      'shop_queue_jobs{queue="catalog.order-events",state="waiting"}',
      'shop_queue_age_seconds{',
      'shop_outbox_age_seconds ',
      'shop_in_flight{what="message"}',
      'shop_pool_connections{state="waiting"} 0',
    ],
    payments: ['shop_pool_connections{state="busy"}', 'nodejs_eventloop_lag_p99_seconds '],
    media: ['shop_pool_connections{state="idle"}'],
  };
  for (const [name, lines] of Object.entries(expected)) {
    const text = await metricsOf(name);
    for (const line of lines) expect([name, line, text.includes(`\n${line}`)]).toEqual([name, line, true]);
  }
  // a webhook of the simulator may still be in flight too
  await eventually('this request alone in flight', async () => {
    const gateway = await (await fetch(`${shop.gateways[0]}/metrics`)).text();
    return /^shop_in_flight\{what="request"\} 1$/m.test(gateway);
  });
});

it('no OpenTelemetry code is loaded when traces are not exported', () => {
  const script = `
    import { createRequire } from 'node:module';
    import { createLogger, startTracing, traced } from '@geodes/kit';
    // prom-client loads the API, which does nothing by itself
    const isSdk = (file) => /@opentelemetry\\/(?!api\\/)/.test(file);
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter(isSdk).length;
    const logger = createLogger('test', 'silent');
    await startTracing('test', {}, logger);
    await traced('work', { kind: 'server', isRoot: true }, async () => undefined);
    const without = loaded();
    await startTracing('test', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, logger);
    process.stdout.write(JSON.stringify({ without, isSeen: loaded() > 50 }));
    process.exit(0);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ without: 0, isSeen: true });
});

it('no span contains personal data, card data or the owner’s PIN', () => {
  const bodies = receiver.bodies.join('\n');
  expect(bodies).toContain('INSERT INTO outbox');
  expect(personalData(bodies, [shop.adminPin])).toEqual([]);
  for (const secret of ['cnon:', 'Buyer', 'Keokuk', 'db.postgresql.values', 'user_agent', 'http.client_ip'])
    expect([secret, bodies.includes(secret)]).toEqual([secret, false]);
  expect([ZIP.test('{"stringValue":"IA 52632"}'), ZIP.test(bodies)]).toEqual([true, false]);
});

it('each log line of a request has the request id and the trace id, and no personal data', async () => {
  const lines = readFileSync(LOG, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((text) => JSON.parse(text) as { name: string; msg: string; requestId?: string; traceId?: string });
  const ofTrace = lines.filter(({ traceId }) => traceId === TRACE);
  expect(new Set(ofTrace.map(({ name }) => name))).toEqual(new Set(['gateway', 'orders', 'catalog', 'payments']));
  expect(ofTrace.filter(({ requestId }) => !requestId)).toEqual([]);
  const ofRequests = lines.filter(({ msg }) => ['request', 'message', 'checkout ended'].includes(msg));
  expect(ofRequests.filter(({ requestId }) => !requestId)).toEqual([]);
  expect(await scanLog(LOG, [shop.adminPin])).toEqual([]);
});

it('the shop works without its trace collector', async () => {
  await receiver.close();
  const geode = await new Owner(shop).newGeode();
  expect((await place(demoOrder([geode.id]))).status).toBe(201);
});
