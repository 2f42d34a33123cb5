import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SquareClient } from 'square';
import { freePort } from '@geodes/testing';
import { checkSquareContract, watchSquare } from '@geodes/testing/square-contract';

const main = fileURLToPath(new URL('../../../tools/square-simulator/dist/main.js', import.meta.url));

/** What the ledger says of a payment, as far as these tests look. */
export interface LedgerPayment {
  id: string;
  status: string;
  reference_id?: string;
  amount_money: { amount: number; currency: string };
  note?: string;
}

interface Ledger {
  payments: LedgerPayment[];
  refunds: { id: string; payment_id: string; amount_money: { amount: number } }[];
}

/** The Square simulator as a process of its own, with a ledger of its own. */
export class Simulator {
  private child: ChildProcess | undefined;
  /** The official SDK on the simulator: what the owner, the till or a late answer does behind our back. */
  readonly square: SquareClient;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {
    this.square = new SquareClient({ token: 'test', baseUrl: this.url });
  }

  static async start(): Promise<Simulator> {
    const simulator = new Simulator(await freePort(), await mkdtemp(join(tmpdir(), 'geodes-square-')));
    await simulator.run();
    watchSquare(simulator.url);
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const { PATH } = process.env;
    const env = { PATH, SQUARE_SIMULATOR_PORT: String(this.port), DATA_DIR: this.folder, LOG_LEVEL: 'error' };
    this.child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const until = Date.now() + 20_000;
    while (!(await this.answers())) {
      if (Date.now() > until || this.child.exitCode !== null) throw new Error('the Square simulator did not start');
      await pause(50);
    }
  }

  /** As when its machine loses power. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
    checkSquareContract(this.url);
  }

  /** `count` calls of `operation` go wrong. */
  async fault(operation: string, kind: string, more: object = {}): Promise<void> {
    const body = JSON.stringify({ operation, kind, ...more });
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(`${this.url}/simulator/faults`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`the simulator does not take the fault: ${await reply.text()}`);
  }

  async clearFaults(): Promise<void> {
    await fetch(`${this.url}/simulator/faults`, { method: 'DELETE' });
  }

  async ledger(attemptId: string): Promise<Ledger> {
    const reply = await fetch(`${this.url}/simulator/ledger?reference_id=${attemptId}`);
    return (await reply.json()) as Ledger;
  }

  /** The statuses of all payments with the attempt's marker. */
  async statuses(attemptId: string): Promise<string[]> {
    return (await this.ledger(attemptId)).payments.map(({ status }) => status);
  }

  /** A payment that this service did not ask for; answers its id. */
  async pay(given: {
    referenceId?: string;
    amountCents?: number;
    autocomplete?: boolean;
    note?: string;
  }): Promise<string> {
    const { payment } = await this.square.payments.create({
      sourceId: 'cnon:card-nonce-ok',
      idempotencyKey: crypto.randomUUID(),
      amountMoney: { amount: BigInt(given.amountCents ?? 12_900), currency: 'USD' },
      autocomplete: given.autocomplete ?? false,
      referenceId: given.referenceId,
      note: given.note,
    });
    return payment?.id ?? '';
  }

  private async answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/health/ready`)).ok;
    } catch {
      return false;
    }
  }
}
