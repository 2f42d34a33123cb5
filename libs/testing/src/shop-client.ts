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
/** The site waits this long for the outcome of an order. */
const ORDER_TIMEOUT_MS = 40_000;
const RETRY_DELAY_MS = 500;

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface SendOptions {
  /** An object is sent as JSON, a string as it is. */
  body?: object | string;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Decides how many connections there are; those of the process unless given. */
  agent?: Agent;
}

/** What the shop responded to an order. */
export interface OrderReply {
  /** 0 when there was no response. */
  status: number;
  /** The error's code, the order's status, or why there was no response. */
  said: string;
  order?: PlacedOrder;
  /** Milliseconds since `since`. */
  ms: number;
}

/** Sends one request and reads the whole response. Rejects when the connection fails or the time is up. */
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
      text(response).then((said) => resolve({ status, headers: received, text: said }), reject);
    });
    sent.end(content);
  });

/** The JSON of a 2xx response. Throws with status and text of any other. */
export const bodyOf = <T>({ status, text: said }: Reply): T => {
  if (status < 200 || status > 299) throw new Error(`${status} ${said}`);
  return (said === '' ? undefined : JSON.parse(said)) as T;
};

/** Reads the response to an order; text that is no JSON is kept as it is. */
export const readOrderReply = (status: number, said: string, ms: number): OrderReply => {
  try {
    const body = JSON.parse(said) as PlacedOrder & { code?: string };
    return { status, said: body.code ?? body.status, ms, ...(status < 300 ? { order: body } : {}) };
  } catch {
    return { status, said: said.slice(0, 100), ms };
  }
};

/** One browser without a screen: it keeps its cookies. Many of them share connections through `agent`. */
export class ShopClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    protected readonly gateways: readonly string[],
    private readonly agent?: Agent,
  ) {}

  /** Sends to the first gateway unless another is named. Rejects when there is no response. */
  async send(
    method: string,
    path: string,
    { gateway = this.gateways[0], headers, ...options }: SendOptions & { gateway?: string } = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await send(method, `${gateway}${path}`, {
      ...(this.agent ? { agent: this.agent } : {}),
      ...options,
      headers: { ...(cookie ? { cookie } : {}), ...headers },
    });
    for (const set of reply.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      this.cookies.set(name, value);
    }
    return reply;
  }

  /** The JSON of the response. Throws when it is not 2xx. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await this.send(method, path, body ? { body } : {});
    try {
      return bodyOf<T>(reply);
    } catch (error) {
      throw new Error(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Holds one unit of each geode, as the payment step does. */
  hold(geodeIds: readonly string[], gateway = this.gateways[0]): Promise<Reply> {
    const body = { items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })) };
    return this.send('POST', '/api/holds', { body, ...(gateway ? { gateway } : {}) });
  }

  /** Places an order, with the hold of this browser if one is named. Never rejects: no response is a response too. */
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

/** The owner's calls. Logs in when the shop asks for it, and tries each gateway in turn while the shop is unwell. */
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

  /** Throws the last failure after 30 s. */
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

  /** The differences with Square that the panel shows. */
  async differences(): Promise<PaymentDifference[]> {
    return (await this.call<PaymentDifferences>('GET', '/api/admin/reconciliation')).differences;
  }

  /** Ends every hold that is not under payment. */
  async endHolds(): Promise<void> {
    const { holds } = await this.call<OpenHolds>('GET', '/api/admin/holds');
    for (const { holdId, isUnderPayment } of holds)
      if (!isUnderPayment) await this.call('DELETE', `/api/admin/holds/${holdId}`);
  }
}
