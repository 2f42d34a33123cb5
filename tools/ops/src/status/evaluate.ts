import type { Backlog, OrdersState, PaymentsState, PresentProcess } from '@geodes/contracts';
import type { ShopAddress } from '../config.js';
import { formatAge, formatLocalTime, formatTable, type Print } from '../print.js';
import {
  type AuditState,
  KINDS,
  MAX_AUDIT_AGE_MS,
  type Observed,
  type ObservedState,
  readStatus,
  saidOf,
} from './read-status.js';

/** `unknown`: could not be read, usually because another part is away. `skipped`: not configured. */
type Verdict = 'well' | 'wrong' | 'unknown' | 'skipped';

/** One line of the status. */
interface Row {
  part: string;
  verdict: Verdict;
  /** What was observed. */
  says: string;
  /** What to do about it. */
  advice?: string;
}

const MINUTE_MS = 60_000;
/** Work settles within two minutes after a fault. Each limit is longer than healthy work takes. */
const MAX_WAIT_MS = 3 * MINUTE_MS;
/** An authorisation with an unknown outcome is retried for ten minutes and voided after fifteen. */
const MAX_PAYMENT_MS = 20 * MINUTE_MS;
/** The last 15 minutes are reconciled every 30 s. */
const MAX_WITHOUT_SQUARE_MS = 3 * MINUTE_MS;
const MAX_USED_SHARE = 0.9;
const MB = 1024 * 1024;

/** Evaluates the observed state, one row for each part. */
export const evaluate = (seen: ObservedState): Row[] => [
  ...processRows(seen),
  ...serverRows(seen),
  ...rowsOf('square', seen.payments, (said) => squareRow(said, seen)),
  ...closedRows(seen),
  ...rowsOf('checkouts', seen.orders, ({ checkouts }) => backlogRow('checkouts', checkouts, MAX_WAIT_MS, seen)),
  ...rowsOf('payments under way', seen.payments, ({ unsettled }) =>
    backlogRow('payments under way', unsettled, MAX_PAYMENT_MS, seen),
  ),
  ...rowsOf('outbox', seen.orders, ({ events }) => backlogRow('outbox', events, MAX_WAIT_MS, seen)),
  ...rowsOf('events given up', seen.orders, givenUpRow),
  ...queueRows(seen),
  ...rowsOf('differences', seen.payments, differencesRow),
  ...rowsOf('holds', seen.holds, ({ count, geodes }) =>
    well('holds', `${count}, which keep ${geodes} geodes off sale`),
  ),
  ...(seen.audit ? rowsOf('audit', seen.audit, (said) => auditRow(said, seen)) : [WITHOUT_AUDIT]),
];

/** Returns whether nothing needs attention. */
export const isAllWell = (rows: readonly Row[]): boolean =>
  rows.every(({ verdict }) => verdict === 'well' || verdict === 'skipped');

const LABELS: Record<Verdict, string> = { well: 'ok', wrong: 'LOOK', unknown: '?', skipped: '-' };
const MAX_SAYS_WIDTH = 60;

/** Prints the state of the shop. Returns false if something needs attention. */
export const printStatus = async (where: ShopAddress, print: Print): Promise<boolean> => {
  const seen = await readStatus(where);
  const rows = evaluate(seen);
  const isWell = isAllWell(rows);
  print({ at: seen.at, isWell, parts: rows, seen }, `${formatStatus(rows)}\n${summaryText(rows, seen.at)}`);
  return isWell;
};

const formatStatus = (rows: readonly Row[]): string =>
  formatTable(
    ['part', '', 'what', 'what to do'],
    rows.map(({ part, verdict, says, advice }) => [part, LABELS[verdict], says, advice ?? '']),
    [22, 6, MAX_SAYS_WIDTH, 50],
  );

const summaryText = (rows: readonly Row[], at: string): string => {
  const bad = rows.filter(({ verdict }) => verdict === 'wrong' || verdict === 'unknown').map(({ part }) => part);
  return `${formatLocalTime(at)}: ${bad.length === 0 ? 'all is well.' : `look at ${bad.join(', ')}.`}`;
};

const WITHOUT_AUDIT: Row = { part: 'audit', verdict: 'skipped', says: 'AUDIT_URL does not say where it is' };

const well = (part: string, says: string): Row => ({ part, verdict: 'well', says });
const wrong = (part: string, says: string, advice?: string): Row => ({ part, verdict: 'wrong', says, advice });
const unknown = (part: string, says: string): Row => ({ part, verdict: 'unknown', says });

const rowsOf = <T>(part: string, answer: Observed<T>, row: (said: T) => Row): Row[] =>
  'said' in answer ? [row(answer.said)] : [unknown(part, answer.away)];

const processRows = (seen: ObservedState): Row[] => {
  if ('away' in seen.nats) return selfReportedRows(seen);
  const missing = KINDS.filter((kind) => !seen.processes.some(({ service }) => service === kind));
  return [...seen.processes.map((one) => processRow(one, seen)), ...missing.map(missingRow)];
};

const missingRow = (kind: string): Row =>
  wrong(kind, 'does not answer', 'It restarts automatically. If it stays away, its log says why.');

const processRow = ({ name, version, startedAt, memoryBytes, checks }: PresentProcess, { at }: ObservedState): Row => {
  const failing = checks.filter(({ isWell }) => !isWell).map((check) => check.name);
  const says = `version ${version}, for ${formatAge(startedAt, at)}, ${Math.round(memoryBytes / MB)} MB`;
  return failing.length === 0 ? well(name, says) : wrong(name, `${says}; does not reach ${failing.join(', ')}`);
};

const selfReportedRows = ({ byThemselves }: ObservedState): Row[] =>
  Object.entries(byThemselves).map(([name, answer]) => {
    if ('away' in answer) return wrong(name, answer.away);
    return answer.said.length === 0 ? well(name, 'is ready') : wrong(name, `does not reach ${answer.said.join(', ')}`);
  });

const serverRows = (seen: ObservedState): Row[] => {
  const nats = 'away' in seen.nats ? wrong('nats', seen.nats.away) : well('nats', 'answers');
  if (seen.processes.length === 0) return [nats];
  const unreachableRows = (server: string, checks: readonly string[]): Row[] => {
    const asked = seen.processes.flatMap((one) =>
      one.checks.filter(({ name }) => checks.includes(name)).map(({ isWell }) => ({ name: one.name, isWell })),
    );
    const without = asked.filter(({ isWell }) => !isWell).map(({ name }) => name);
    if (asked.length === 0) return [unknown(server, 'nobody could be asked about it')];
    if (without.length > 0) return [wrong(server, `not reached by ${without.join(', ')}`)];
    return [];
  };
  return [
    nats,
    ...orElse(unreachableRows('postgres', ['database', 'postgres']), () => postgresRow(seen)),
    ...orElse(unreachableRows('redis', ['redis']), () => redisRow(seen)),
    ...orElse(unreachableRows('object-store', ['object-store']), () => well('object-store', 'answers')),
  ];
};

const orElse = (rows: Row[], row: () => Row): Row[] => (rows.length > 0 ? rows : [row()]);

const postgresRow = ({ orders, payments }: ObservedState): Row => {
  const use = (saidOf(orders) ?? saidOf(payments))?.database;
  if (!use) return well('postgres', 'answers');
  const says = `${use.connections} of ${use.maxConnections} connections`;
  return use.connections < use.maxConnections * MAX_USED_SHARE
    ? well('postgres', says)
    : wrong('postgres', says, 'Raise max_connections, or run fewer processes: a new one may find no room.');
};

const redisRow = ({ orders }: ObservedState): Row => {
  const redis = saidOf(orders)?.redis;
  if (!redis) return unknown('redis', 'it answers, but did not say how full it is');
  const says = `${Math.round(redis.usedBytes / MB)} MB of ${redis.maxBytes === 0 ? 'any' : `${Math.round(redis.maxBytes / MB)} MB`}`;
  if (redis.policy !== 'noeviction')
    return wrong('redis', `${says}, ${redis.policy}`, 'Set maxmemory-policy to noeviction: jobs may be thrown away.');
  return redis.maxBytes === 0 || redis.usedBytes < redis.maxBytes * MAX_USED_SHARE
    ? well('redis', says)
    : wrong('redis', says, 'Raise maxmemory: a full Redis takes no log-in, and order events wait.');
};

const closedRows = ({ orders, at }: ObservedState): Row[] => {
  const closedSince = saidOf(orders)?.closedSince;
  if (!closedSince) return [];
  const says = `none is taken for ${formatAge(closedSince, at)}: after a restore, until all is reconciled with Square`;
  return [wrong('new checkouts', says, 'It ends by itself. If it does not: the logs of orders and payments say why.')];
};

const SQUARE_ADVICE =
  'Normal in the first half minute. Else Square does not answer, or refuses the token: see the log of payments.';

const squareRow = ({ comparisons }: PaymentsState, { at }: ObservedState): Row => {
  const last = comparisons
    .map(({ endedAt }) => endedAt)
    .sort()
    .at(-1);
  if (!last) return wrong('square', 'not compared with the shop yet', SQUARE_ADVICE);
  const says = `compared with the shop ${formatAge(last, at)} ago`;
  return age(last, at) < MAX_WITHOUT_SQUARE_MS ? well('square', says) : wrong('square', says, SQUARE_ADVICE);
};

const backlogRow = (part: string, { count, oldestAt }: Backlog, maxAgeMs: number, { at }: ObservedState): Row => {
  if (!oldestAt) return well(part, 'none waits');
  const says = `${count}, the oldest for ${formatAge(oldestAt, at)}`;
  return age(oldestAt, at) < maxAgeMs ? well(part, says) : wrong(part, says, 'It should have ended by itself by now.');
};

const givenUpRow = ({ events: { givenUp } }: OrdersState): Row =>
  givenUp === 0 ? well('events given up', 'none') : wrong('events given up', String(givenUp), 'npm run ops -- events');

const queueRows = ({ orders }: ObservedState): Row[] => {
  if ('away' in orders) return [];
  const { queues } = orders.said;
  if (!queues) return [unknown('queues', 'Redis did not answer')];
  return queues.map(({ name, waiting, active, delayed, failed }) => {
    const says = `${waiting} waiting, ${active} active, ${delayed} delayed, ${failed} failed`;
    return failed === 0 ? well(name, says) : wrong(name, says, 'npm run ops -- events');
  });
};

const differencesRow = ({ differencesOpen }: PaymentsState): Row =>
  differencesOpen === 0
    ? well('differences', 'none waits for the owner')
    : wrong('differences', `${differencesOpen} wait for the owner`, 'npm run ops -- differences');

const auditRow = ({ checkedAt, violations }: AuditState, { at }: ObservedState): Row => {
  const kinds = Object.entries(violations);
  if (kinds.length > 0)
    return wrong('audit', kinds.map(([kind, count]) => `${count} ${kind}`).join(', '), 'npm run audit');
  if (!checkedAt) return unknown('audit', 'has not looked yet: it does in the first minute');
  const says = `no violation ${formatAge(checkedAt, at)} ago`;
  return age(checkedAt, at) < MAX_AUDIT_AGE_MS ? well('audit', says) : wrong('audit', says, 'See its log.');
};

const age = (iso: string, at: string): number => Date.parse(at) - Date.parse(iso);
