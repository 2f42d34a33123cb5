import { filesBelow, manifestsIn, readCompose, readKustomization, readText } from './deployment-files.js';

/** The files in which each process reads its variables; the kit's file is part of all processes built on it. */
const PROCESS = ['libs/kit/src/environment.ts'];
const CONFIGS: Record<string, string[]> = {
  gateway: ['gateway/src/config.ts', ...PROCESS],
  catalog: ['services/catalog/src/config.ts', ...PROCESS],
  orders: ['services/orders/src/config.ts', ...PROCESS],
  payments: ['services/payments/src/config.ts', ...PROCESS],
  media: ['services/media/src/config.ts', ...PROCESS],
  seed: ['tools/seed/src/config.ts', ...PROCESS],
  audit: ['tools/audit/src/config.ts', 'tools/audit/src/watch.ts', 'tools/audit/src/main.ts'],
  'square-simulator': ['tools/square-simulator/src/config.ts'],
  'mail-catcher': ['tools/mail-catcher/src/config.ts'],
  migrations: ['tools/start/src/containers/config.ts'],
  secrets: ['tools/start/src/containers/config.ts'],
};

const NAME = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*';
/** A property of a class or schema (`PORT: number`, `NATS_URL!: string`), and a read of the environment. */
const PROPERTY = new RegExp(`(?:^|[\\s({])(${NAME})[!?]?:\\s`, 'g');
const ACCESS = new RegExp(`process\\.env\\.(${NAME})`, 'g');
const DESTRUCTURING = /const \{([^}]*)\} = (?:process\.env|environment);/g;

/** Returns the variables that a source file reads. */
const variablesIn = (source: string): Set<string> => {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const destructured = [...code.matchAll(DESTRUCTURING)].flatMap(
    ([, names = '']) => names.match(new RegExp(NAME, 'g')) ?? [],
  );
  const found = [...code.matchAll(PROPERTY), ...code.matchAll(ACCESS)].map(([, name = '']) => name);
  return new Set([...found, ...destructured].filter((name) => name.length > 2));
};

/** Returns the variables that a process reads. */
const variablesOf = (process: string): Set<string> =>
  new Set((CONFIGS[process] ?? []).flatMap((file) => [...variablesIn(readText(file))]));

/** Returns the files that read the environment: each project's config.ts and the kit's file. */
const configFiles = (): string[] => [
  ...new Set([
    ...['gateway/src', 'libs', 'services', 'tools'].flatMap((folder) =>
      filesBelow(folder, 'config.ts').filter((file) => !/node_modules|\/dist\/|\/deploy-check\//.test(file)),
    ),
    ...Object.values(CONFIGS).flat(),
  ]),
];

/** Returns the variables that a document explains: the first cells of its tables. */
const documentedVariables = (guide: string): Set<string> => {
  const cells = [...guide.matchAll(/^\| (`[^|]*`) +\|/gm)].map(([, cell = '']) => cell);
  return new Set(
    cells.flatMap((cell) => [...cell.matchAll(new RegExp(`\`(${NAME})\``, 'g'))].map(([, name = '']) => name)),
  );
};

/** Returns the variables that a compose file interpolates: `${NAME…}`. */
const interpolated = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`(?<!\\$)\\$\\{(${NAME})`, 'g'))].map(([, name = '']) => name));

/** Returns the variables of .env.example. */
const exampleVariables = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`^(${NAME})=`, 'gm'))].map(([, name = '']) => name));

/** Returns the variables that a container sets, as a value or as a file: `DATABASE_URL_FILE` sets DATABASE_URL. */
const setBy = (environment: Record<string, unknown> | undefined): Set<string> =>
  new Set(Object.keys(environment ?? {}).map((name) => name.replace(/_FILE$/, '')));

const FILES = ['docker-compose.yml', 'docker-compose.production.yml'];
/** Variables that a process reads and no container sets, with the reason. */
const NOT_SET: Record<string, Record<string, string>> = {
  gateway: { WEB_ROOT: 'the site is in the image', FAILPOINTS: 'tests only' },
  catalog: { FAILPOINTS: 'tests only', PREPARE_ONLY: 'the step migrations' },
  orders: { FAILPOINTS: 'tests only', PREPARE_ONLY: 'the step migrations' },
  payments: { FAILPOINTS: 'tests only', PREPARE_ONLY: 'the step migrations' },
  media: { FAILPOINTS: 'tests only', PREPARE_ONLY: 'the step migrations' },
  seed: {
    FAILPOINTS: 'tests only',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'not traced',
    OTEL_EXPORTER_OTLP_HEADERS: 'not traced',
    OTEL_TRACES_SAMPLER: 'not traced',
    OTEL_TRACES_SAMPLER_ARG: 'not traced',
  },
  audit: {
    DATA_DIR: 'for a shop without containers',
    DATABASE_URL: 'for a shop without containers',
    PORT: 'SQUARE_BASE_URL names the simulator',
    SQUARE_SIMULATOR_PORT: 'SQUARE_BASE_URL names the simulator',
  },
  'square-simulator': { SQUARE_SIMULATOR_MIN_DELAY_MS: 'tests only' },
  'mail-catcher': {},
  // these two share a config file
  secrets: {},
  migrations: {},
};
/** The kit's file for every process also has the variables that only services read. */
const SERVICE_ONLY = ['HTTP_PORT', 'HTTP_HOST', 'PREPARE_ONLY'];
/** Read by the launcher of the containers, not by the program. */
const LAUNCHER_VARIABLES = ['SHOW_ADMIN_PIN', 'NODE_ENV'];
/** Read by Compose itself: images, published ports, paths. */
const COMPOSE_VARIABLES = [
  'SHOP_VERSION',
  'POSTGRES_IMAGE',
  'REDIS_IMAGE',
  'NATS_IMAGE',
  'PROMETHEUS_IMAGE',
  'GRAFANA_IMAGE',
  'JAEGER_IMAGE',
  'CADDY_IMAGE',
  'PROXY_SUBNET',
  'GRAFANA_PORT',
  'PUBLISH_ADDRESS',
  'GATEWAY_PORTS',
  'SECRETS',
];

const composes = FILES.map(readCompose);
const setFor = (service: string): Set<string> =>
  new Set(composes.flatMap((compose) => [...setBy(compose.services[service]?.environment)]));
const readBy = (service: string): Set<string> => {
  const all = variablesOf(service);
  const isService = ['catalog', 'orders', 'payments', 'media'].includes(service);
  const files = CONFIGS[service]!.filter((file) => !file.startsWith('libs/'));
  const own = new Set(files.flatMap((file) => [...variablesIn(readText(file))]));
  return new Set([...all].filter((name) => isService || own.has(name) || !SERVICE_ONLY.includes(name)));
};
const guide = readText('docs/configuration.md');

describe('the environment variables', () => {
  it('are found in code, however it reads them', () => {
    const source = `class A { @IsInt() PORT: number = 1; NATS_URL!: string; S3_ENDPOINT?: string }
      const b = z.object({ LOG_LEVEL: z.string() }); const { NAME, HTTP_PORT } = environment; process.env.TEST_SERVERS; // NOT_THIS: x`;
    expect([...variablesIn(source)].sort()).toEqual(
      ['HTTP_PORT', 'LOG_LEVEL', 'NAME', 'NATS_URL', 'PORT', 'S3_ENDPOINT', 'TEST_SERVERS'].sort(),
    );
    expect(configFiles().length).toBeGreaterThan(12);
  });

  it.each(Object.keys(NOT_SET).filter((name) => !['secrets', 'migrations'].includes(name)))(
    '%s gets each variable that it reads, and no other',
    (service) => {
      const left = [...readBy(service)].filter((name) => !setFor(service).has(name));
      expect(left.sort()).toEqual(Object.keys(NOT_SET[service] ?? {}).sort());
      const unknown = [...setFor(service)].filter(
        (name) => !readBy(service).has(name) && !LAUNCHER_VARIABLES.includes(name),
      );
      expect(unknown).toEqual([]);
    },
  );

  it('of the two steps are set for one or the other', () => {
    const both = new Set([...setFor('secrets'), ...setFor('migrations')]);
    expect([...both].sort()).toEqual([...variablesOf('migrations')].sort());
  });

  it('of the compose files are listed in .env.example, and no others', () => {
    const used = new Set(FILES.flatMap((file) => [...interpolated(readText(file))]));
    expect([...exampleVariables(readText('.env.example'))].sort()).toEqual([...used].sort());
  });

  it('are documented in docs/configuration.md, and no others are', () => {
    const inCode = new Set(configFiles().flatMap((file) => [...variablesIn(readText(file))]));
    const known = new Set([...inCode, ...LAUNCHER_VARIABLES, ...COMPOSE_VARIABLES]);
    const documented = documentedVariables(guide);
    expect([...known].filter((name) => !documented.has(name)).sort()).toEqual([]);
    expect([...documented].filter((name) => !known.has(name)).sort()).toEqual([]);
  });

  it.each(['gateway', 'catalog', 'orders', 'payments', 'media', 'audit'])(
    'of %s are set on Kubernetes, too',
    (name) => {
      const maps = Object.fromEntries(
        (readKustomization('deploy/kubernetes/base/shop').configMapGenerator ?? []).map((map) => [map.name, map]),
      );
      const container = manifestsIn(`deploy/kubernetes/base/shop/${name}.yaml`)[0]?.spec.template?.spec.containers[0];
      const literals = (container?.envFrom ?? []).flatMap(
        ({ configMapRef }) => maps[configMapRef.name]?.literals ?? [],
      );
      const onKubernetes = setBy(
        Object.fromEntries([
          ...(container?.env ?? []).map((entry) => [entry.name, entry.value]),
          ...literals.map((literal) => literal.split('=', 2)),
        ]) as Record<string, string>,
      );
      // the demo's PIN and simulator do not run in a cluster
      const demo = ['ADMIN_PIN', 'SQUARE_BASE_URL', 'SHOW_ADMIN_PIN'];
      expect([...setFor(name)].filter((each) => !onKubernetes.has(each) && !demo.includes(each))).toEqual([]);
      expect([...onKubernetes].filter((each) => !readBy(name).has(each) && !LAUNCHER_VARIABLES.includes(each))).toEqual(
        [],
      );
    },
  );
});
