import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The running processes of a shop, read from its pid files. */
export class ShopProcesses {
  constructor(private readonly dataDir: string) {}

  /** `orders`, `orders.2`, `postgres` … */
  names(): string[] {
    return readdirSync(join(this.dataDir, 'run'))
      .filter((file) => file.endsWith('.pid'))
      .map((file) => file.slice(0, -'.pid'.length));
  }

  /** Names of a service's processes: `orders`, `orders.2`. */
  ofKind(kind: string): string[] {
    return this.names().filter((name) => name === kind || name.startsWith(`${kind}.`));
  }

  /** Returns a process's id. Throws while the process is down. */
  pidOf(name: string): number {
    const pid = Number(readFileSync(join(this.dataDir, 'run', `${name}.pid`), 'utf8').trim());
    if (!(pid > 1)) throw new Error(`${name} has no pid yet`);
    return pid;
  }

  /** Sends SIGKILL. Returns false if the process is already down. */
  kill(name: string): boolean {
    try {
      process.kill(this.pidOf(name), 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the loopback port of a service or server. A service's has /health, /metrics and, in tests, /failpoints. */
  portOf(name: string): number {
    const ports = JSON.parse(readFileSync(join(this.dataDir, 'ports.json'), 'utf8')) as Record<string, number>;
    const port = ports[name];
    if (!port) throw new Error(`${name} has no port`);
    return port;
  }
}

export const SERVICES = ['catalog', 'orders', 'payments', 'media'] as const;
export type Service = (typeof SERVICES)[number];

/**
 * URLs with passwords of a running shop's servers, read from its data folder. Throws if a port or secret is missing.
 */
export class ShopServers {
  constructor(private readonly dataDir: string) {}

  /** Options of a NATS connection as the administrator, who may hear and send everything. */
  get nats(): { servers: string; user: string; pass: string } {
    return { servers: this.host('nats'), user: 'geodes', pass: this.secret('nats') };
  }

  /** Redis's URL as the administrator. */
  get redis(): string {
    return `redis://geodes:${this.secret('redis')}@${this.host('redis')}`;
  }

  /** The server's URL as superuser. */
  get postgres(): string {
    return `postgres://postgres:${this.secret('postgres')}@${this.host('postgres')}/postgres`;
  }

  /** Returns the URL of a service's database, as its owner or as the read-only audit role. */
  database(service: Service, as: 'owner' | 'audit' = 'owner'): string {
    const name = `geodes_${service}`;
    const role = as === 'owner' ? name : 'geodes_audit';
    return `postgres://${role}:${this.secret(`database.${role}`)}@${this.host('postgres')}/${name}`;
  }

  private host(server: string): string {
    return `127.0.0.1:${new ShopProcesses(this.dataDir).portOf(server)}`;
  }

  private secret(name: string): string {
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
    const secret = secrets[name];
    if (!secret) throw new Error(`there is no secret ${name} in ${this.dataDir}`);
    return secret;
  }
}
