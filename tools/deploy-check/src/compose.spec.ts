import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { readCompose, readText, servicesOf } from './deployment-files.js';

const FILES = ['docker-compose.yml', 'docker-compose.production.yml'];
/** Rules of style, and two that do not fit these files. */
const OFF = {
  'no-build-and-image': 0, // the name under which the built image is pushed
  'no-unbound-port-interfaces': 0, // the interfaces come from a variable; checked below
  'no-quotes-in-volumes': 0,
  'service-dependencies-alphabetical-order': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
} as const;
const STEPS = ['secrets', 'migrations', 'seed'];

/** Result of dclint, whose types need another module resolution. */
interface Linted {
  messages: { line: number; message: string }[];
}

/** Returns the findings of the Compose schema and dclint. Removes `!reset` lines, because the schema does not know them. */
const problemsOf = (text: string): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'geodes-compose-'));
  try {
    const file = join(folder, 'docker-compose.yml');
    writeFileSync(file, text.replace(/^ {2}[\w-]+: !reset null\n/gm, ''));
    const linter = new DCLinter({ rules: OFF, quiet: false, debug: false, exclude: [] });
    const results = linter.lintFiles([file], false) as Linted[];
    return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const demo = readCompose('docker-compose.yml');
const production = readCompose('docker-compose.production.yml');
const services = servicesOf(demo);
const named = (name: string) => demo.services[name]!;

describe('the compose files', () => {
  it.each(FILES)('%s matches the Compose schema', (file) => {
    expect(problemsOf(readText(file))).toEqual([]);
  });

  it('fail the check with a misspelt key or an image without a version', () => {
    const text = readText('docker-compose.yml');
    expect(problemsOf(text.replace('stop_grace_period', 'stop_grace'))).toEqual([expect.stringContaining('schema')]);
    expect(problemsOf(text.replace('${NATS_IMAGE:-nats:2}', 'nats'))).toHaveLength(1);
  });

  it.each([...services, ['proxy', production.services.proxy!] as const])(
    '%s has a read-only root, no privileges and resource limits',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: {
          resources: { limits: { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) } },
        },
      });
    },
  );

  it('close the default databases of their own PostgreSQL', () => {
    expect(named('migrations').environment?.PRIVATE_POSTGRES).toBe('on');
  });

  it('wait for healthy services and for completed steps', () => {
    const waits = services.flatMap(([name, { depends_on = {} }]) =>
      Object.entries(depends_on).map(([other, { condition }]) => ({ name, other, condition })),
    );
    for (const { name, other, condition } of waits) {
      const wanted = STEPS.includes(other) ? 'service_completed_successfully' : 'service_healthy';
      // NATS's image has no client for a health check: the step `migrations` connects to it
      expect([name, other, condition]).toEqual([name, other, other === 'nats' ? 'service_started' : wanted]);
    }
    for (const name of ['gateway', 'catalog', 'orders', 'payments', 'media', 'audit'])
      expect(Object.keys(named(name).depends_on ?? {})).toContain('migrations');
  });

  it('let `docker compose up --wait` succeed: another service awaits each step, and the seed sleeps when it is done', () => {
    const awaited = services.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on).flatMap(([other, { condition }]) =>
        condition === 'service_completed_successfully' ? [other] : [],
      ),
    );
    expect(STEPS.filter((step) => !awaited.includes(step))).toEqual(['seed']);
    expect(named('seed').entrypoint).toEqual(['/bin/sh', '-c', expect.stringMatching(/ && exec sleep infinity$/)]);
    expect(named('seed').stop_signal).toBe('SIGKILL');
    expect(named('seed').healthcheck).toMatchObject({ test: ['CMD', 'true'] });
  });

  it('give each container only its own secrets', () => {
    for (const [name, { volumes = [], profiles }] of services) {
      const sources = volumes.map((volume) =>
        typeof volume === 'string' ? volume : `${volume.source}:${volume.target}`,
      );
      const secrets = sources.filter((source) => source.startsWith('secrets-'));
      // the monitoring and the mail catcher have no access to the shop's passwords
      if (profiles?.includes('telemetry') || name === 'mail-catcher') expect(secrets).toEqual([]);
      else if (name !== 'secrets') expect(secrets).toEqual([`secrets-${name}:/run/shop:ro`]);
    }
    // the headers of a trace collector contain a key
    const variables = services.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(variables).toContain('OTEL_EXPORTER_OTLP_HEADERS_FILE');
    expect(variables).not.toContain('OTEL_EXPORTER_OTLP_HEADERS');
    expect(JSON.stringify(demo)).not.toMatch(/postgres:\/\/|redis:\/\/|nats:\/\//);
  });

  it('remove the simulator, the mail catcher and the demo geodes in production, and pass each secret to a service', () => {
    for (const name of ['square-simulator', 'mail-catcher', 'seed']) expect(production.services[name]).toBeNull();
    const values = servicesOf(production).flatMap(([, { environment = {} }]) => Object.values(environment));
    for (const secret of Object.keys(production.secrets ?? {})) expect(values).toContain(`/run/secrets/${secret}`);
    expect(JSON.stringify(servicesOf(production))).not.toContain('simulator');
  });

  it('send the demo’s letters to the catcher, over a network of these two, and production’s to the given server', () => {
    const { MAIL_CATCHER_PORT } = named('mail-catcher').environment!;
    expect(named('orders').environment?.SMTP_URL).toBe(`smtp://mail-catcher:${Number(MAIL_CATCHER_PORT) + 1}`);
    const members = services.filter(([, { networks }]) => networks?.includes('mail')).map(([name]) => name);
    expect(members).toEqual(['orders', 'mail-catcher']);
    expect(production.services.orders).toMatchObject({
      environment: { SMTP_URL: '${SMTP_URL:-}' },
      networks: ['outside'],
    });
  });

  it('give production a proxy that shares with the gateway only the network that TRUST_PROXY names', () => {
    const { profiles, volumes, ports, networks = [] } = production.services.proxy!;
    expect(profiles).toEqual(['proxy']);
    expect(volumes).toContain('./deploy/proxy/Caddyfile:/etc/caddy/Caddyfile:ro');
    expect(ports).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443', '0.0.0.0:443:443/udp']);
    const ofGateway = [...(named('gateway').networks ?? []), ...(production.services.gateway?.networks ?? [])];
    expect(networks.filter((name) => ofGateway.includes(name))).toEqual(['front']);
    const subnet = production.networks.front?.ipam?.config[0]?.subnet;
    expect(readText('.env.example')).toContain(
      `\nPROXY_SUBNET=${subnet?.replace(/^\$\{PROXY_SUBNET:-(.*)\}$/, '$1')}\n`,
    );
  });

  it('let the proxy forward to the port of the gateway, for the host of PUBLIC_URL', () => {
    const caddyfile = readText('deploy/proxy/Caddyfile');
    expect(caddyfile).toContain('\n{$PUBLIC_URL} {\n');
    const [, name, port] = /dynamic a \{\s+name (\S+)\s+port (\S+)/.exec(caddyfile) ?? [];
    expect([name, port]).toEqual(['gateway', named('gateway').environment?.PORT]);
    // with a negative value, Caddy keeps a stream open after its browser has gone
    expect(caddyfile).not.toContain('flush_interval');
  });
});
