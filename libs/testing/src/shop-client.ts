import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AdminOrder,
  Geode,
  Hold,
  OpenHolds,
  PaymentDifference,
  PaymentDifferences,
  PlacedOrder,
} from '@geodes/contracts';
import { type DemoOrder, demoGeode, type GeodeFields, ORDER_PATH } from './demo-order.js';

const TIMEOUT_MS = 30_000;
/** As long as the site waits for the outcome of an order. */
const ORDER_TIMEOUT_MS = 40_000;
const RETRY_DELAY_MS = 500;

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface SendOptions {
  /** An object is sent as JSON, a string unchanged. */
  body?: object | string;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Limits the connections; defaults to the process's agent. */
  agent?: Agent;
}

/** The shop's response to an order. */
export interface OrderReply {
  /** 0 without a response. */
  status: number;
  /** The error code, the order's status, or the reason for a missing response. */
  said: string;
  order?: PlacedOrder;
  /** Duration, milliseconds. */
  ms: number;
}

/** Sends one request and reads the whole response. Rejects if the connection fails or the timeout passes. */
export const send = (
  method: string,
  url: string,
  { body, headers, timeoutMs = TIMEOUT_MS, signal, agent }: SendOptions = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const content = typeof body === 'object' ? JSON.stringify(body) : body;
    const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) };
    const type = content === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, {
      method,
      ...(agent ? { agent } : {}),
      headers: { ...type, ...length, ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then((responseText) => resolve({ status, headers: received, text: responseText }), reject);
    });
    sent.end(content);
  });

/** Returns the JSON of a 2xx response. Throws an Error with status and text of any other. */
export const bodyOf = <T>({ status, text: body }: Reply): T => {
  if (status < 200 || status > 299) throw new Error(`${status} ${body}`);
  return (body === '' ? undefined : JSON.parse(body)) as T;
};

/** Parses the response to an order. If it is not JSON, `said` is its first 100 characters. */
export const readOrderReply = (status: number, responseText: string, ms: number): OrderReply => {
  try {
    const body = JSON.parse(responseText) as PlacedOrder & { code?: string };
    return { status, said: body.code ?? body.status, ms, ...(status < 300 ? { order: body } : {}) };
  } catch {
    return { status, said: responseText.slice(0, 100), ms };
  }
};

/** An HTTP client with cookies, like one browser. Many clients can share connections through `agent`. */
export class ShopClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    protected readonly gateways: readonly string[],
    private readonly agent?: Agent,
    /** Sent with every request. */
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Sends a request, by default to the first gateway. Rejects without a response. */
  async send(
    method: string,
    path: string,
    { gateway = this.gateways[0], headers, ...options }: SendOptions & { gateway?: string } = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await send(method, `${gateway}${path}`, {
      ...(this.agent ? { agent: this.agent } : {}),
      ...options,
      headers: { ...(cookie ? { cookie } : {}), ...this.headers, ...headers },
    });
    for (const set of reply.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      this.cookies.set(name, value);
    }
    return reply;
  }

  /** Sends a request and returns its JSON. Throws if the status is not 2xx. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await this.send(method, path, body ? { body } : {});
    try {
      return bodyOf<T>(reply);
    } catch (error) {
      throw new Error(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Holds one unit of each geode, as the payment step does; `challenge` is a solved one. */
  hold(
    geodeIds: readonly string[],
    { gateway, challenge }: { gateway?: string; challenge?: string } = {},
  ): Promise<Reply> {
    const items = geodeIds.map((geodeId) => ({ geodeId, quantity: 1 }));
    return this.send('POST', '/api/holds', { body: { items, challenge }, gateway });
  }

  /** Places an order, with this browser's hold if given. Never rejects; a missing response has status 0. */
  async order(
    order: DemoOrder,
    {
      hold,
      since = performance.now(),
      ...options
    }: { hold?: Hold; since?: number; gateway?: string; signal?: AbortSignal } = {},
  ): Promise<OrderReply> {
    const body = hold ? JSON.stringify({ ...(JSON.parse(order.body) as object), holdId: hold.holdId }) : order.body;
    try {
      const sent = { timeoutMs: ORDER_TIMEOUT_MS, ...options, headers: order.headers, body };
      const reply = await this.send('POST', ORDER_PATH, sent);
      return readOrderReply(reply.status, reply.text, performance.now() - since);
    } catch (error) {
      return { status: 0, said: String(error), ms: performance.now() - since };
    }
  }
}

/** The owner's client. It logs in on 401 and retries on each gateway in turn. */
export class Owner extends ShopClient {
  constructor(private readonly shop: { gateways: readonly string[]; adminPin: string; origin?: string }) {
    super(shop.gateways);
  }

  override send(
    method: string,
    path: string,
    options: SendOptions & { gateway?: string } = {},
  ): ReturnType<ShopClient['send']> {
    const origin = this.shop.origin ?? options.gateway ?? this.gateways[0] ?? '';
    return super.send(method, path, { ...options, headers: { origin, ...options.headers } });
  }

  logIn(gateway = this.gateways[0]): Promise<Reply> {
    const body = { pin: this.shop.adminPin };
    return this.send('POST', '/api/admin/login', { body, ...(gateway ? { gateway } : {}) });
  }

  /** Calls the shop with retries; throws the last error after 30 s. */
  override async call<T>(method: string, path: string, body?: object): Promise<T> {
    const end = performance.now() + TIMEOUT_MS;
    for (let attempt = 0; ; attempt += 1) {
      const gateway = this.gateways[attempt % this.gateways.length] ?? '';
      const options = { gateway, timeoutMs: TIMEOUT_MS / 2 };
      try {
        const reply = await this.send(method, path, body ? { ...options, body } : options);
        if (reply.status === 401) await this.logIn(gateway);
        return bodyOf<T>(reply);
      } catch (error) {
        if (performance.now() > end) throw new Error(`${method} ${path}: ${String(error)}`);
      }
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Puts a geode on sale; `fields` replace those of `demoGeode`. */
  newGeode(fields: GeodeFields = {}): Promise<Geode> {
    return this.call('POST', '/api/admin/geodes', demoGeode(fields));
  }

  geode(id: string): Promise<Geode> {
    return this.call('GET', `/api/geodes/${id}`);
  }

  orders(): Promise<AdminOrder[]> {
    return this.call('GET', '/api/admin/orders');
  }

  /** Lists the reconciliation differences that the panel shows. */
  async differences(): Promise<PaymentDifference[]> {
    return (await this.call<PaymentDifferences>('GET', '/api/admin/reconciliation')).differences;
  }

  /** Ends every hold that is not under payment. One that has ended meanwhile is refused. */
  async endHolds(): Promise<void> {
    const { holds } = await this.call<OpenHolds>('GET', '/api/admin/holds');
    for (const { holdId, isUnderPayment } of holds)
      if (!isUnderPayment) await this.send('DELETE', `/api/admin/holds/${holdId}`);
  }
}
