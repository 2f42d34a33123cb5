import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, ErrorBody, FieldError, Request, Subject } from '@geodes/contracts';
import { createLogger } from '@geodes/kit';
import {
  ADMIN_PIN,
  ADMIN_PIN_HASH,
  type FakeService,
  fakeService,
  type FakeHandlers,
  testServers,
} from '@geodes/testing';
import { createGateway } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { fakeServices } from './fake-services.js';

export const PIN = ADMIN_PIN;
export const PUBLIC_ORIGIN = 'http://geodes.test';
/** No other tests use this database of the shared Redis, so it can be flushed. */
const REDIS_DATABASE = 7;

const INDEX_HTML = `<!doctype html><html lang="en"><head><!--head--><script type="module" src="/assets/app-1a2b3c4d.js"></script></head><body><div id="root"><!--body--></div></body></html>`;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. */
  json<T = ErrorBody>(): T;
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent without conversion. */
  raw?: string | Buffer | FormData;
  /** The owner's cookie. */
  cookie?: string;
}

export interface Route {
  method: string;
  url: string;
}

/** It stops with `await using`. */
export interface GatewayUnderTest extends AsyncDisposable {
  app: NestFastifyApplication;
  url: string;
  /** Faked: catalog, orders, payments and media. The stores are real. */
  services: FakeService;
  redis: Redis;
  /** Every route of the router, with `:name` for a parameter. */
  routes: Route[];
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** The requests that the fake services got, oldest first. */
  asked<S extends Subject>(subject: S): Request<S>[];
  /** Logs the owner in; returns the cookie to send. */
  logIn(headers?: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

const BUILT_SITE = fileURLToPath(new URL('../../web/dist/server', import.meta.url));

/** Creates a folder with the real page renderer and a few files. */
const createBuiltSite = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'geodes-site-'));
  const root = join(folder, 'public');
  const script = `console.log("${'geode '.repeat(500)}");`;
  cpSync(BUILT_SITE, join(folder, 'server'), { recursive: true });
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), INDEX_HTML);
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(root, 'assets/app-1a2b3c4d.js'), script);
  writeFileSync(join(root, 'assets/app-1a2b3c4d.js.br'), brotliCompressSync(script));
  writeFileSync(join(root, 'assets/app-1a2b3c4d.js.gz'), gzipSync(script));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** One folder for all gateways, because scripts in another one are compiled again, which takes half a second. */
const SITE_FOLDER = createBuiltSite();

/** Starts the gateway on a free port with real Redis, NATS and object store, and fake services. */
export const startGateway = async (
  variables: Record<string, string> = {},
  more: FakeHandlers = {},
): Promise<GatewayUnderTest> => {
  const servers = await testServers();
  const redisUrl = `${servers.redis}/${REDIS_DATABASE}`;
  const redis = new Redis(redisUrl);
  await redis.flushdb();
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: PUBLIC_ORIGIN,
    NATS_URL: servers.nats,
    REDIS_URL: redisUrl,
    ADMIN_PIN_HASH,
    SQUARE_ENVIRONMENT: 'simulator',
    SQUARE_APPLICATION_ID: 'sandbox-sq0idb-test',
    SQUARE_LOCATION_ID: 'LTEST',
    SQUARE_SCRIPT_URL: 'http://localhost:8090/v1/square.js',
    WEB_ROOT: SITE_FOLDER,
    S3_ENDPOINT: servers.s3.endpoint,
    S3_BUCKET: servers.s3.bucket,
    S3_REGION: servers.s3.region,
    S3_ACCESS_KEY_ID: servers.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: servers.s3.secretAccessKey,
    ...variables,
  });
  // After the configuration: if that is refused, no fake must go on answering the suites that follow.
  const {
    'catalog.get-shop-details': details = () => ({}),
    'catalog.get-owner-access': access = () => ({ pin: null, passkeys: [] }),
    ...others
  } = more;
  const fakes = await fakeService(servers.nats, { ...fakeServices(), ...others });
  // apart, because the gateway also reads them by itself: `asked` has only what a test causes
  const background = await fakeService(servers.nats, {
    'catalog.get-shop-details': details,
    'catalog.get-owner-access': access,
  });
  const app = await createGateway(config, createLogger('gateway', variables['LOG_LEVEL'] ?? 'silent'));
  const routes: Route[] = [];
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;

  const call: GatewayUnderTest['call'] = async (path, { method = 'GET', headers = {}, body, raw, cookie } = {}) => {
    const sent = body === undefined ? raw : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie, origin: PUBLIC_ORIGIN } : {}),
        ...headers,
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent as RequestInit['body'] }),
    });
    const received = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text: received,
      json: <T>() => JSON.parse(received) as T,
    };
  };
  const stop = async () => {
    await app.close();
    await Promise.all([fakes.stop(), background.stop()]);
    redis.disconnect();
  };
  return {
    app,
    url,
    services: fakes,
    redis,
    routes,
    call,
    logIn: async (headers = {}) => {
      const answer = await call('/api/admin/login', {
        method: 'POST',
        body: { pin: PIN },
        headers: { origin: PUBLIC_ORIGIN, ...headers },
      });
      if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
      return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    },
    asked: <S extends Subject>(subject: S) =>
      fakes.asked.filter((one) => one.subject === subject).map(({ request }) => request as Request<S>),
    stop,
    [Symbol.asyncDispose]: stop,
  };
};

/** Headers by which proxies name the client's address, X-Forwarded-For among them. */
export const forwardedFrom = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  forwarded: `for=${address}`,
  'x-real-ip': address,
  'x-client-ip': address,
  'true-client-ip': address,
  'cf-connecting-ip': address,
  'x-cluster-client-ip': address,
});

/** Returns the names of the refused fields. */
export const fieldsOf = (answer: Answer): string[] => (answer.json().details as FieldError[]).map(({ field }) => field);

/** Returns a solution as browsers send it. */
export const solve = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

/** Sends a request whose path and headers are not normalised. */
export const rawRequest = (
  url: string,
  options: { path: string; method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer },
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const { path, method = 'GET', body } = options;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const headers = { ...length, ...options.headers };
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: read }),
        reject,
      );
    });
    request.once('error', reject);
    request.end(body);
  });
