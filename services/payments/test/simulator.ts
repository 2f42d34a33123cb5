import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SquareClient } from 'square';
import { endProcess, freePort, type SquareFault, SquareSimulator, startProgram } from '@geodes/testing';
import { checkSquareContract, watchSquare } from '@geodes/testing/square-contract';

/** The Square simulator as a child process with its own ledger. */
export class Simulator {
  private child: ChildProcess | undefined;
  /** The official SDK on the simulator: acts like the owner, the till or a late request. */
  readonly square: SquareClient;
  private readonly simulator: SquareSimulator;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {
    this.simulator = new SquareSimulator(`http://127.0.0.1:${port}`);
    this.square = new SquareClient({ token: 'test', baseUrl: this.url });
  }

  static async start(): Promise<Simulator> {
    const simulator = new Simulator(await freePort(), await mkdtemp(join(tmpdir(), 'geodes-square-')));
    await simulator.run();
    watchSquare(simulator.url);
    return simulator;
  }

  get url(): string {
    return this.simulator.url;
  }

  async run(): Promise<void> {
    const env = { SQUARE_SIMULATOR_PORT: String(this.port), DATA_DIR: this.folder };
    this.child = await startProgram('tools/square-simulator', this.port, env);
  }

  /** Kills the simulator without a shutdown. */
  async kill(): Promise<void> {
    if (this.child) await endProcess(this.child, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
    checkSquareContract(this.url);
  }

  /** Makes the next `more.count` calls of `operation` fail. */
  fault(operation: SquareFault['operation'], kind: string, more: SquareFault = {}): Promise<void> {
    return this.simulator.fault({ ...more, operation, kind });
  }

  clearFaults(): Promise<void> {
    return this.simulator.clearFaults();
  }

  ledger(attemptId: string): ReturnType<SquareSimulator['ledger']> {
    return this.simulator.ledger(attemptId);
  }

  /** Lists the statuses of all payments of the attempt. */
  async statuses(attemptId: string): Promise<string[]> {
    return (await this.ledger(attemptId)).payments.map(({ status }) => status);
  }

  /** Creates a payment that this service did not ask for. Returns its id. */
  async pay(payment: {
    referenceId?: string;
    amountCents?: number;
    autocomplete?: boolean;
    note?: string;
  }): Promise<string> {
    const { payment: created } = await this.square.payments.create({
      sourceId: 'cnon:card-nonce-ok',
      idempotencyKey: crypto.randomUUID(),
      amountMoney: { amount: BigInt(payment.amountCents ?? 12_900), currency: 'USD' },
      autocomplete: payment.autocomplete ?? false,
      referenceId: payment.referenceId,
      note: payment.note,
    });
    return created?.id ?? '';
  }
}
