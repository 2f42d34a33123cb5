import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MINUTE = 60_000;
const MAX_OUTPUT = 1_000_000;
/** Between the ports of a service's copies on one network. */
const PORT_STEP = 1000;

/**
 * Runs `docker …` and returns its output. Rejects with the end of the output when it fails or takes longer than
 * `timeoutMs`.
 */
export const docker = (args: string[], timeoutMs = MINUTE, environment = process.env): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('docker', args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-MAX_OUTPUT)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_OUTPUT)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`docker ${args.join(' ')} failed:\n${`${output}\n${errors}`.slice(-6_000)}`));
    });
  });

/** The part of `docker compose config --format json` that is changed here. */
interface ResolvedService {
  environment?: Record<string, string>;
  networks?: unknown;
  network_mode?: string;
  ports?: unknown;
  extra_hosts?: string[];
  build?: { network?: string };
}
interface ResolvedCompose {
  name: string;
  services: Record<string, ResolvedService>;
  networks?: unknown;
}

/** The shop of docker-compose.yml as a separate Compose project. */
export class ComposedShop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'geodes-containers-'));
  readonly #file = join(this.#folder, 'compose.json');
  readonly #name = `geodes-check-${process.pid}`;
  #resolved: ResolvedCompose | undefined;
  /** True when the services share the host's network. */
  isOnHost = false;

  constructor(
    private readonly composeFile: string,
    private readonly variables: Record<string, string>,
  ) {}

  async prepare(): Promise<void> {
    const networks = await docker(['network', 'ls', '--filter', 'driver=bridge', '--quiet']);
    this.isOnHost = networks.trim() === '';
    const empty = join(this.#folder, 'empty.env');
    writeFileSync(empty, '');
    const args = ['compose', '--env-file', empty, '-p', this.#name, '-f', this.composeFile];
    const environment = { ...process.env, ...this.variables };
    this.#resolved = JSON.parse(
      await docker([...args, 'config', '--format', 'json'], MINUTE, environment),
    ) as ResolvedCompose;
    this.#write({});
  }

  build = (): Promise<string> => this.#compose(['build'], 30 * MINUTE);

  /** Starts the missing containers. Resolves when all are healthy, rejects when one has failed. */
  up = (): Promise<string> => this.#compose(['up', '-d', '--wait', '--wait-timeout', '540'], 10 * MINUTE);

  async scale(scale: Record<string, number>): Promise<void> {
    this.#write(scale);
    const counts = Object.entries(scale);
    const services = this.isOnHost
      ? counts.flatMap(([name, count]) => Array.from({ length: count }, (_, index) => copyName(name, index)))
      : [...counts.flatMap(([name, count]) => ['--scale', `${name}=${count}`]), ...Object.keys(scale)];
    await this.#compose(['up', '-d', '--no-recreate', '--wait', '--wait-timeout', '120', ...services], 5 * MINUTE);
  }

  /** Returns the logs of the services. */
  logs = (...services: string[]): Promise<string> =>
    this.#compose(['logs', '--no-color', '--no-log-prefix', ...services]);

  exec = (service: string, ...command: string[]): Promise<string> => this.#compose(['exec', '-T', service, ...command]);

  /** Returns the URLs of the gateways on this host. */
  async gateways(count: number): Promise<string[]> {
    if (this.isOnHost)
      return Array.from({ length: count }, (_, index) => `http://127.0.0.1:${8080 + index * PORT_STEP}`);
    const published = Array.from({ length: count }, (_, index) =>
      this.#compose(['port', '--index', String(index + 1), 'gateway', '8080']),
    );
    return (await Promise.all(published)).map((address) => `http://${address.trim().replace('0.0.0.0', '127.0.0.1')}`);
  }

  /** Removes the containers and volumes; the images stay. */
  async remove(): Promise<void> {
    if (this.#resolved) await this.#compose(['down', '--volumes', '--remove-orphans', '--timeout', '10'], 3 * MINUTE);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(scale: Record<string, number>): void {
    if (!this.#resolved) throw new Error('call prepare() first');
    const compose = this.isOnHost ? onHostNetwork(this.#resolved, scale) : this.#resolved;
    writeFileSync(this.#file, JSON.stringify(compose));
  }

  #compose(args: string[], timeoutMs = MINUTE): Promise<string> {
    return docker(['compose', '-p', this.#name, '-f', this.#file, ...args], timeoutMs);
  }
}

/** The variables with a process's ports. A service with one of them can run several times on one network. */
const PORT_VARIABLES = ['PORT', 'HTTP_PORT', 'METRICS_PORT'];

/**
 * Adapts the shop to an engine without networks, as on some build machines. All services share the host's network, each has
 * a separate port, and their names resolve to loopback. Further processes of a service are copies with other ports, because
 * `--scale` would give them all the same port.
 */
export const onHostNetwork = (compose: ResolvedCompose, scale: Record<string, number> = {}): ResolvedCompose => {
  const names = Object.keys(compose.services);
  const services = Object.fromEntries(
    Object.entries(compose.services).flatMap(([name, service]) =>
      Array.from({ length: scale[name] ?? 1 }, (_, index) => {
        const moved = move(service, names);
        return [copyName(name, index), index === 0 ? moved : onFurtherPorts(name, moved, index)];
      }),
    ),
  );
  return { ...compose, services, networks: undefined };
};

/** The first copy of a service has its name, the second is `orders-2`. */
const copyName = (name: string, index: number): string => (index === 0 ? name : `${name}-${index + 1}`);

const move = (
  { networks: _networks, ports: _ports, ...service }: ResolvedService,
  names: string[],
): ResolvedService => ({
  ...service,
  network_mode: service.network_mode === 'none' ? 'none' : 'host',
  ...(service.network_mode === 'none' ? {} : { extra_hosts: names.map((name) => `${name}=127.0.0.1`) }),
  ...(service.build ? { build: { ...service.build, network: 'host' } } : {}),
});

const onFurtherPorts = (name: string, service: ResolvedService, index: number): ResolvedService => {
  const ports = Object.entries(service.environment ?? {}).filter(([variable]) => PORT_VARIABLES.includes(variable));
  if (ports.length === 0) throw new Error(`${name} cannot be run more than once on one network.`);
  const moved = ports.map(([variable, port]) => [variable, String(Number(port) + index * PORT_STEP)]);
  return { ...service, environment: { ...service.environment, ...Object.fromEntries(moved) } };
};
