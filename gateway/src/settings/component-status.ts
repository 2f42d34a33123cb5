import type { PartState, ProcessHealth, ShopPart } from '@geodes/contracts';

export const PROCESSES = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;
const SERVERS = ['postgres', 'redis', 'nats', 'object-store'] as const;
type Server = (typeof SERVERS)[number];

/** What a process said of itself; undefined where it said nothing. */
export interface Report {
  name: (typeof PROCESSES)[number];
  health: ProcessHealth | undefined;
}

/** Services name the check of their own database as they like. */
const serverOf = (check: string): string => (check === 'database' ? 'postgres' : check);

const processPart = ({ name, health }: Report): ShopPart => {
  if (!health) return { name, kind: 'process', state: 'away', version: null, startedAt: null, failing: [] };
  const failing = health.checks.filter(({ isWell }) => !isWell).map((check) => serverOf(check.name));
  const { version, startedAt } = health;
  return { name, kind: 'process', state: failing.length > 0 ? 'failing' : 'well', version, startedAt, failing };
};

/** A server is as well as those who use it say. One that nobody could be asked about counts as away. */
const serverPart = (server: Server, reports: readonly Report[]): ShopPart => {
  const users = reports.flatMap(({ name, health }) =>
    (health?.checks ?? []).filter((check) => serverOf(check.name) === server).map(({ isWell }) => ({ name, isWell })),
  );
  const failing = users.filter(({ isWell }) => !isWell).map(({ name }) => name);
  return { name: server, kind: 'server', state: stateOf(users.length, failing.length), ...NO_PROCESS, failing };
};

const NO_PROCESS = { version: null, startedAt: null };

const stateOf = (users: number, failing: number): PartState => {
  if (failing === users) return 'away';
  return failing > 0 ? 'failing' : 'well';
};

/** The shop's parts, processes first, each named once. */
export const partsOf = (reports: readonly Report[]): ShopPart[] => [
  ...reports.map(processPart),
  ...SERVERS.map((server) => serverPart(server, reports)),
];
