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
