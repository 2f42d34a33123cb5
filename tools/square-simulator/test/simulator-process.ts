import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Square, SquareClient, SquareError } from 'square';
import {
  endProcess,
  eventually,
  freePort,
  isReady,
  programFile,
  type SquareFault,
  SquareSimulator,
} from '@geodes/testing';
import { checkSquareContract, watchSquare } from '@geodes/testing/square-contract';
import type { ErrorReply, Fault } from '../src/faults/fault-queue.js';
import type { Payment } from '../src/payments/payment.js';
import type { Refund } from '../src/refunds/create-refund.js';

/** A request that authorises $129.00. */
export const authorisation = (change: Partial<Square.CreatePaymentRequest> = {}): Square.CreatePaymentRequest => ({
  sourceId: 'cnon:card-nonce-ok',
  idempotencyKey: randomUUID(),
  amountMoney: { amount: 12_900n, currency: 'USD' },
  autocomplete: false,
  ...change,
});

/** Returns the error of a call. Throws if the call succeeds. */
export const failure = async (call: Promise<unknown>): Promise<SquareError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof SquareError)) throw new Error('The call did not fail');
  return error;
};

/** A real simulator process with a ledger folder of its own. */
export class SimulatorProcess {
  private child: ChildProcess | undefined;
  output = '';

  private constructor(
    readonly port: number,
    readonly folder: string,
    private readonly environment: Record<string, string>,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<SimulatorProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'square-simulator-'));
    const simulator = new SimulatorProcess(await freePort(), folder, environment);
    await simulator.run();
    watchSquare(simulator.url, { refusedRequests: false });
    return simulator;
  }

  /** Another process on the same port and folder, not yet running. */
  sibling(): SimulatorProcess {
    return new SimulatorProcess(this.port, this.folder, this.environment);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The ledger's folder. */
  get ledgerFolder(): string {
    return join(this.folder, 'square-simulator');
  }

  async run(): Promise<void> {
    const child = spawn(process.execPath, [programFile('tools/square-simulator')], {
      env: { DATA_DIR: this.folder, SQUARE_SIMULATOR_PORT: String(this.port), ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += String(text)));
    const isUp = async () => {
      if (child.exitCode !== null) return 'ended';
      return this.output.includes('listening on') && (await isReady(this.url)) && 'ready';
    };
    const is = await eventually('The simulator is ready', isUp).catch(String);
    if (is !== 'ready') throw new Error(`The simulator did not become ready (${is}):\n${this.output}`);
  }

  /** Ends the process and says how long that took, in ms. */
  async end(signal: NodeJS.Signals): Promise<number> {
    const start = performance.now();
    if (this.child) await endProcess(this.child, signal);
    return performance.now() - start;
  }

  async dispose(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
    checkSquareContract(this.url);
  }

  client(options: { timeoutInSeconds?: number; maxRetries?: number } = {}): SquareClient {
    return new SquareClient({ token: 'any', baseUrl: this.url, maxRetries: 0, timeoutInSeconds: 5, ...options });
  }

  /** Authorises a payment. */
  async pay(change?: Partial<Square.CreatePaymentRequest>): Promise<Square.Payment> {
    return (await this.client().payments.create(authorisation(change))).payment!;
  }

  async ledger(): Promise<{ payments: Payment[]; refunds: Refund[] }> {
    return (await new SquareSimulator(this.url).ledger()) as { payments: Payment[]; refunds: Refund[] };
  }

  async fault(fault: Partial<Omit<Fault, 'reply'>> | ({ operation?: string } & ErrorReply)): Promise<void> {
    await new SquareSimulator(this.url).fault(fault as SquareFault);
  }

  /** What the card form does once its fields are filled in. */
  async cardToken(
    entry: Partial<Record<'cardNumber' | 'expirationDate' | 'cvv' | 'postalCode', string>> = {},
  ): Promise<string> {
    const card = { cardNumber: '4111 1111 1111 1111', expirationDate: '12/39', cvv: '111', postalCode: '62701' };
    const response = await fetch(`${this.url}/v1/card-nonce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...card, ...entry }),
    });
    return ((await response.json()) as { token: string }).token;
  }
}
