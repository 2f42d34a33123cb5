import { Inject, Injectable } from '@nestjs/common';
import type { HealthSubject, PartState, ProcessHealth, ShopHealth, ShopPart } from '@geodes/contracts';
import { AppError, Bus, HEALTH_CHECKS, type HealthCheck, processHealth } from '@geodes/kit';

const PROCESSES = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;
const SERVERS = ['postgres', 'redis', 'nats', 'object-store'] as const;
type Server = (typeof SERVERS)[number];

/** A service checks its own servers within 3 s. */
const HEALTH_TIMEOUT_MS = 4_000;

/** The health that a process reports; undefined if it does not respond. */
export interface Report {
  name: (typeof PROCESSES)[number];
  health: ProcessHealth | undefined;
}

/** Reads the version and health of every process and server of the shop. */
@Injectable()
export class ShopHealthReader {
  constructor(
    private readonly bus: Bus,
    @Inject(HEALTH_CHECKS) private readonly checks: HealthCheck[],
  ) {}

  /** Takes at most 4 s. */
  async read(): Promise<ShopHealth> {
    const services = PROCESSES.filter((name) => name !== 'gateway');
    const ownChecks = this.checks.filter(({ name }) => SERVERS.some((server) => server === name));
    const [own, ...others] = await Promise.all([
      processHealth(ownChecks),
      ...services.map((name) => this.readService(`${name}.health` satisfies HealthSubject)),
    ]);
    const reports: Report[] = services.map((name, index) => ({ name, health: others[index] }));
    return { checkedAt: new Date().toISOString(), parts: toParts([{ name: 'gateway', health: own }, ...reports]) };
  }

  private async readService(subject: HealthSubject): Promise<ProcessHealth | undefined> {
    try {
      return await this.bus.call(subject, {}, { timeoutMs: HEALTH_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  }
}

/** Lists the shop's processes, then its servers, each with its state. */
export const toParts = (reports: readonly Report[]): ShopPart[] => [
  ...reports.map(processPart),
  ...SERVERS.map((server) => serverPart(server, reports)),
];

const processPart = ({ name, health }: Report): ShopPart => {
  if (!health) return { name, kind: 'process', state: 'away', version: null, startedAt: null, failing: [] };
  const failing = health.checks.filter(({ isWell }) => !isWell).map((check) => serverOf(check.name));
  const { version, startedAt } = health;
  return { name, kind: 'process', state: failing.length > 0 ? 'failing' : 'well', version, startedAt, failing };
};

/** Derives a server's state from the checks of its users. Without any report it counts as away. */
const serverPart = (server: Server, reports: readonly Report[]): ShopPart => {
  const users = reports.flatMap(({ name, health }) =>
    (health?.checks ?? []).filter((check) => serverOf(check.name) === server).map(({ isWell }) => ({ name, isWell })),
  );
  const failing = users.filter(({ isWell }) => !isWell).map(({ name }) => name);
  const state = serverState(users.length, failing.length);
  return { name: server, kind: 'server', state, version: null, startedAt: null, failing };
};

/** Most services name the check of their database `database`. */
const serverOf = (check: string): string => (check === 'database' ? 'postgres' : check);

const serverState = (users: number, failing: number): PartState => {
  if (failing === users) return 'away';
  return failing > 0 ? 'failing' : 'well';
};
