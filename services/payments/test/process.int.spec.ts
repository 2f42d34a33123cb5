import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Bus, createLogger } from '@geodes/kit';
import { freePort, freshDatabase, type FreshDatabase, testServers } from '@geodes/testing';
import { command, eventually } from './payments-under-test.js';
import { Simulator } from './simulator.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

let simulator: Simulator;
let database: FreshDatabase;
let bus: Bus;
let service: ChildProcess;
let port: number;
let output = '';

/** The service as a child process. */
const start = async (): Promise<void> => {
  const env = {
    PATH: process.env.PATH,
    NAME: 'payments',
    LOG_LEVEL: 'trace',
    HTTP_PORT: String(port),
    NATS_URL: (await testServers()).nats,
    DATABASE_URL: database.url,
    SQUARE_ENVIRONMENT: 'simulator',
    SQUARE_ACCESS_TOKEN: 'secret-access-token',
    SQUARE_BASE_URL: simulator.url,
    SQUARE_LOCATION_ID: 'LSIM000000001',
    PUBLIC_URL: 'http://localhost:8080',
  };
  service = spawn(process.execPath, [path('../dist/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  service.stdout?.on('data', (line: Buffer) => (output += line.toString()));
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200), 60_000);
};

const kill = async (): Promise<void> => {
  if (service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGKILL');
  await once(service, 'exit');
};

beforeAll(async () => {
  execFileSync(process.execPath, [
    path('../../../node_modules/@typescript/native/bin/tsc'),
    '-b',
    path('..'),
    path('../../../tools/square-simulator'),
  ]);
  [simulator, database, port] = await Promise.all([Simulator.start(), freshDatabase('payments'), freePort()]);
  bus = new Bus((await testServers()).nats, createLogger('test', 'silent'));
  await bus.onModuleInit();
  await start();
});
afterEach(() => simulator.clearFaults());
afterAll(async () => {
  await kill();
  await bus.onApplicationShutdown();
  await simulator.stop();
  await database.drop();
});

const authorise = (attemptId: string) => bus.call('payments.authorise', command(attemptId), { timeoutMs: 10_000 });
const capture = (attemptId: string) => bus.call('payments.capture', { attemptId }, { timeoutMs: 12_000 });
const voidPayment = (attemptId: string) => bus.call('payments.void', { attemptId }, { timeoutMs: 12_000 });
const cutOff = async (call: Promise<unknown>): Promise<void> => {
  await pause(400);
  await kill();
  call.catch(() => undefined);
  await start();
};

describe('a payments process that is killed', () => {
  it.each([true, false])(
    'continues with the same payment after a crash during an authorisation (carried out at Square: %s)',
    async (recorded) => {
      const attemptId = randomUUID();
      await simulator.fault('create', 'slow', { delayMs: 1_500, recorded });
      await cutOff(authorise(attemptId));
      expect((await authorise(attemptId)).outcome).toBe('authorised');
      expect((await capture(attemptId)).outcome).toBe('captured');
      await pause(1_500);
      expect(await simulator.statuses(attemptId)).toEqual(['COMPLETED']);
    },
  );

  it('voids the payment after a crash during its authorisation', async () => {
    const attemptId = randomUUID();
    await simulator.fault('create', 'slow', { delayMs: 1_000, recorded: true });
    await cutOff(authorise(attemptId));
    expect(await voidPayment(attemptId)).toEqual({ outcome: 'voided' });
    expect(await authorise(attemptId)).toEqual({ outcome: 'voided' });
    expect(await simulator.statuses(attemptId)).toEqual(['CANCELED']);
  });

  it('captures once after a crash during a capture', async () => {
    const attemptId = randomUUID();
    await authorise(attemptId);
    await simulator.fault('complete', 'slow', { delayMs: 1_000, recorded: true });
    await cutOff(capture(attemptId));
    expect((await capture(attemptId)).outcome).toBe('captured');
    expect(await simulator.statuses(attemptId)).toEqual(['COMPLETED']);
  });

  it('finishes a void by itself after a crash', async () => {
    const attemptId = randomUUID();
    await authorise(attemptId);
    await simulator.fault('cancel', 'hang-before');
    await cutOff(voidPayment(attemptId));
    await eventually(async () => expect(await simulator.statuses(attemptId)).toEqual(['CANCELED']), 15_000);
  });
});

it("never logs a card's token, an email address or Square's access token", async () => {
  for (const change of [{}, { paymentToken: 'cnon:secret' }, { note: 'n'.repeat(501) }, { amountCents: 0 }])
    await bus.call('payments.authorise', { ...command(randomUUID()), ...change }).catch(() => undefined);
  expect(output).toContain('payments.authorise');
  for (const secret of ['cnon:', 'buyer@example.com', 'secret-access-token']) expect(output).not.toContain(secret);
});

it('finishes running commands before it stops on SIGTERM', async () => {
  const attemptId = randomUUID();
  await simulator.fault('create', 'slow', { delayMs: 2_000 });
  const outcome = authorise(attemptId);
  await pause(300);
  service.kill('SIGTERM');
  const [code] = (await once(service, 'exit')) as [number];
  expect((await outcome).outcome).toBe('authorised');
  expect(code).toBe(0);
  await start();
});
