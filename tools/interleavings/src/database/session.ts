import type pg from 'pg';
import type { ProcessRun } from '../simulation/scheduler.js';
import type { Gate } from './gate.js';

export type StatementKind = 'begin' | 'commit' | 'rollback' | 'read' | 'write';

interface Statement {
  text: string;
  kind: StatementKind;
  /** The statement in the schedule. */
  title: string;
  /** Name of the prepared statement; undefined for transaction commands. */
  name: string | undefined;
  /** PostgreSQL may return the rows in any order; they are sorted, so that only the seed decides. */
  unordered: boolean;
  /** May wait for a lock. */
  waits: boolean;
}

const KINDS: Record<string, StatementKind> = { START: 'begin', BEGIN: 'begin', COMMIT: 'commit', ROLLBACK: 'rollback' };
const described = new Map<string, Statement>();

/** Derives what the schedule needs from a statement's text. */
const describeStatement = (original: string): Statement => {
  const found = described.get(original);
  if (found) return found;
  const text = original.replaceAll('CURRENT_TIMESTAMP', 'now()');
  const verb = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
  const writes = /\b(INSERT|UPDATE|DELETE|FOR UPDATE|pg_advisory|pg_try_advisory)/i.test(text);
  const kind = KINDS[verb] ?? (writes ? 'write' : 'read');
  const table = /\b(?:INTO|UPDATE|FROM)\s+"?([a-z_]+)"?/.exec(text)?.[1] ?? '';
  const action = /\b(INSERT|UPDATE|DELETE)\b/.exec(text)?.[1] ?? verb;
  const statement = {
    text,
    kind,
    title: kind === 'read' || kind === 'write' ? `${action} ${table || 'lock'}` : kind,
    name: kind === 'read' || kind === 'write' ? `s${described.size}` : undefined,
    waits: kind === 'write' && !/SKIP LOCKED|pg_try_advisory/.test(text),
    unordered: !/ORDER BY/i.test(text) || verb !== 'SELECT',
  };
  described.set(original, statement);
  return statement;
};

type Result = pg.QueryResult<Record<string, unknown>>;

/** The error of `pg` when the server closes a connection. */
const connectionLost = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

/** A connection lent to a process. Each statement is a step. */
export class Session {
  private inTransaction = false;
  private broken = false;
  private client: pg.Client | undefined;

  constructor(
    client: pg.Client,
    private readonly gate: Gate | undefined,
    readonly run: ProcessRun | undefined,
    private readonly returnClient: (client: pg.Client) => void,
  ) {
    this.client = client;
    gate?.enter(this);
  }

  get pid(): number {
    return (this.client as unknown as { processID: number }).processID;
  }

  async query(text: string, values: unknown[] = []): Promise<Result> {
    const { gate, run } = this;
    const statement = describeStatement(gate ? gate.rewrite(text) : text);
    if (!gate || !run) return this.send(statement, values);
    if (run.dead) return new Promise(() => undefined);
    if (this.broken) throw connectionLost();
    const label = `${run.name}: ${statement.title} ${gate.names.in(values)}`.trimEnd();
    const work = () => this.execute(gate, statement, values, label);
    if (this.inTransaction && !gate.interleavesTransactions) return gate.scheduler.during(work());
    return gate.scheduler.stepFor(label, run, work, () => statement.waits && gate.isHeld(this));
  }

  private async execute(gate: Gate, statement: Statement, values: unknown[], label: string): Promise<Result> {
    const fault = gate.faultOf(statement.kind);
    if (fault) gate.scheduler.note(`${label}: the connection breaks ${fault} execution`);
    if (fault === 'before') return this.breakConnection();
    if (statement.kind !== 'begin') await gate.setClock();
    const result = await gate.watch(this, this.send(statement, values), label);
    if (statement.kind === 'begin') this.inTransaction = true;
    if (statement.kind === 'commit' || statement.kind === 'rollback') this.inTransaction = false;
    return fault === 'after' ? this.breakConnection() : result;
  }

  private async breakConnection(): Promise<never> {
    this.broken = true;
    await this.rollBack();
    throw connectionLost();
  }

  /** Does what PostgreSQL does when a connection closes. */
  private async rollBack(): Promise<void> {
    if (this.inTransaction) await this.client?.query('ROLLBACK');
    this.inTransaction = false;
    await this.client?.query('SELECT pg_advisory_unlock_all()');
  }

  /** Ends the session of a killed process. */
  async abandon(): Promise<void> {
    await this.rollBack();
    this.release();
  }

  release(): void {
    const { client } = this;
    if (!client) return;
    if (this.inTransaction) throw new Error('a connection was released during a transaction');
    this.client = undefined;
    this.gate?.leave(this);
    this.returnClient(client);
  }

  private async send({ text, name, unordered }: Statement, values: unknown[]): Promise<Result> {
    if (!this.client) throw connectionLost();
    const result = await this.client.query<Record<string, unknown>>(name ? { name, text, values } : text);
    if (unordered && result.rows.length > 1) result.rows.sort(byText);
    return result;
  }
}

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
