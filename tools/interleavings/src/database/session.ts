import type pg from 'pg';
import type { ProcessRun } from '../schedule/process-run.js';
import type { Gate } from './gate.js';
import { describeStatement, type Statement } from './statement.js';

type Result = pg.QueryResult<Record<string, unknown>>;

/** As pg says it when the server is gone in the middle of a conversation. */
const connectionLost = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

/** A connection as a process of the shop has it, from the pool and back. Each statement is a step. */
export class Session {
  private inTransaction = false;
  private broken = false;
  private client: pg.Client | undefined;

  constructor(
    client: pg.Client,
    private readonly gate: Gate | undefined,
    readonly life: ProcessRun | undefined,
    private readonly giveBack: (client: pg.Client) => void,
  ) {
    this.client = client;
    gate?.enter(this);
  }

  get pid(): number {
    return (this.client as unknown as { processID: number }).processID;
  }

  async query(text: string, values: unknown[] = []): Promise<Result> {
    const { gate, life } = this;
    const statement = describeStatement(gate ? gate.rewrite(text) : text);
    if (!gate || !life) return this.send(statement, values);
    if (life.dead) return new Promise(() => undefined);
    if (this.broken) throw connectionLost();
    const label = `${life.name}: ${statement.title} ${gate.names.in(values)}`.trimEnd();
    const work = () => this.carryOut(gate, statement, values, label);
    if (this.inTransaction && !gate.fine) return gate.scheduler.during(work());
    return gate.scheduler.stepFor(label, life, work, () => statement.waits && gate.isHeld(this));
  }

  private async carryOut(gate: Gate, statement: Statement, values: unknown[], label: string): Promise<Result> {
    const fault = gate.faultOf(statement.kind);
    if (fault) gate.scheduler.note(`${label}: the connection breaks ${fault} it is carried out`);
    if (fault === 'before') return this.breakOff();
    if (statement.kind !== 'begin') await gate.setClock();
    const result = await gate.watch(this, this.send(statement, values), label);
    if (statement.kind === 'begin') this.inTransaction = true;
    if (statement.kind === 'commit' || statement.kind === 'rollback') this.inTransaction = false;
    return fault === 'after' ? this.breakOff() : result;
  }

  private async breakOff(): Promise<never> {
    this.broken = true;
    await this.forget();
    throw connectionLost();
  }

  /** What the server does with a connection that is gone. */
  private async forget(): Promise<void> {
    if (this.inTransaction) await this.client?.query('ROLLBACK');
    this.inTransaction = false;
    await this.client?.query('SELECT pg_advisory_unlock_all()');
  }

  /** Its process was killed. */
  async abandon(): Promise<void> {
    await this.forget();
    this.release();
  }

  release(): void {
    const { client } = this;
    if (!client) return;
    if (this.inTransaction) throw new Error('a connection was given back in the middle of a transaction');
    this.client = undefined;
    this.gate?.leave(this);
    this.giveBack(client);
  }

  private async send({ text, name, unordered }: Statement, values: unknown[]): Promise<Result> {
    if (!this.client) throw connectionLost();
    const result = await this.client.query<Record<string, unknown>>(name ? { name, text, values } : text);
    if (unordered && result.rows.length > 1) result.rows.sort(byText);
    return result;
  }
}

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
