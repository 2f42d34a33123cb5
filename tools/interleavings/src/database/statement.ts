export type StatementKind = 'begin' | 'commit' | 'rollback' | 'read' | 'write';

export interface Statement {
  text: string;
  kind: StatementKind;
  /** What the schedule shows. */
  title: string;
  /** Its plan is kept by the server under this name; none for statements that have no plan. */
  name: string | undefined;
  /** Its rows come in no order: they are put into one, so that the seed alone decides. */
  unordered: boolean;
  /** May have to wait for somebody's lock. */
  waits: boolean;
}

const KINDS: Record<string, StatementKind> = { START: 'begin', BEGIN: 'begin', COMMIT: 'commit', ROLLBACK: 'rollback' };
const known = new Map<string, Statement>();

/** What there is to know about a statement from its text alone. */
export const describeStatement = (written: string): Statement => {
  const found = known.get(written);
  if (found) return found;
  const text = written.replaceAll('CURRENT_TIMESTAMP', 'now()');
  const verb = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
  const writes = /\b(INSERT|UPDATE|DELETE|FOR UPDATE|pg_advisory|pg_try_advisory)/i.test(text);
  const kind = KINDS[verb] ?? (writes ? 'write' : 'read');
  const table = /\b(?:INTO|UPDATE|FROM)\s+"?([a-z_]+)"?/.exec(text)?.[1] ?? '';
  const action = /\b(INSERT|UPDATE|DELETE)\b/.exec(text)?.[1] ?? verb;
  const statement = {
    text,
    kind,
    title: kind === 'read' || kind === 'write' ? `${action} ${table || 'lock'}` : kind,
    name: kind === 'read' || kind === 'write' ? `s${known.size}` : undefined,
    waits: kind === 'write' && !/SKIP LOCKED|pg_try_advisory/.test(text),
    unordered: !/ORDER BY/i.test(text) || verb !== 'SELECT',
  };
  known.set(written, statement);
  return statement;
};
