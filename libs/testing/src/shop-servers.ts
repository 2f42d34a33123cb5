import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ShopProcesses } from './shop-processes.js';

export const SERVICES = ['catalog', 'orders', 'payments', 'media'] as const;
export type Service = (typeof SERVICES)[number];

/** Where the servers of a running shop are, with their passwords, as its data folder tells. Throws where it has none. */
export class ShopServers {
  constructor(private readonly dataDir: string) {}

  /** Options of a NATS connection. */
  get nats(): { servers: string; user: string; pass: string } {
    return { servers: this.host('nats'), user: 'geodes', pass: this.secret('nats') };
  }

  get redis(): string {
    return `redis://:${this.secret('redis')}@${this.host('redis')}`;
  }

  /** The server itself, as its superuser. */
  get postgres(): string {
    return `postgres://postgres:${this.secret('postgres')}@${this.host('postgres')}/postgres`;
  }

  /** The database of a service, as its owner or as the one who may only read. */
  database(service: Service, as: 'owner' | 'audit' = 'owner'): string {
    const name = `geodes_${service}`;
    const role = as === 'owner' ? name : 'geodes_audit';
    return `postgres://${role}:${this.secret(`database.${role}`)}@${this.host('postgres')}/${name}`;
  }

  private host(server: string): string {
    return `127.0.0.1:${new ShopProcesses(this.dataDir).portOf(server)}`;
  }

  private secret(name: string): string {
    const kept = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
    const secret = kept[name];
    if (!secret) throw new Error(`there is no secret ${name} in ${this.dataDir}`);
    return secret;
  }
}
