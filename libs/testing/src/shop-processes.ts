import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The running processes of a shop, as its pid files tell. */
export class ShopProcesses {
  constructor(private readonly dataDir: string) {}

  /** `orders`, `orders.2`, `postgres` … */
  names(): string[] {
    return readdirSync(join(this.dataDir, 'run'))
      .filter((file) => file.endsWith('.pid'))
      .map((file) => file.slice(0, -'.pid'.length));
  }

  /** All processes of a service: `orders`, `orders.2`. */
  ofKind(kind: string): string[] {
    return this.names().filter((name) => name === kind || name.startsWith(`${kind}.`));
  }

  /** Throws while the process is down. */
  pidOf(name: string): number {
    const pid = Number(readFileSync(join(this.dataDir, 'run', `${name}.pid`), 'utf8').trim());
    if (!(pid > 1)) throw new Error(`${name} has no pid yet`);
    return pid;
  }

  /** As `kill -9`. False where it is down already. */
  kill(name: string): boolean {
    try {
      process.kill(this.pidOf(name), 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  /** The port that a service or server keeps on 127.0.0.1; a service has there /health, /metrics and, in tests, /failpoints. */
  portOf(name: string): number {
    const ports = JSON.parse(readFileSync(join(this.dataDir, 'ports.json'), 'utf8')) as Record<string, number>;
    const port = ports[name];
    if (!port) throw new Error(`${name} has no port`);
    return port;
  }
}
