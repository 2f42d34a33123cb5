import { readCompose } from './compose.js';
import { readKustomization } from './manifests.js';
import {
  configFiles,
  configMaps,
  CONFIGS,
  documentedVariables,
  exampleVariables,
  interpolated,
  toldBy,
  variablesIn,
  variablesOf,
} from './variables.js';
import { manifestsIn } from './manifests.js';
import { readText } from './workspace.js';

const FILES = ['docker-compose.yml', 'docker-compose.production.yml'];
/** What a process reads and no container is told, with the reason. */
const NOT_TOLD: Record<string, Record<string, string>> = {
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
  // these two share a file
  secrets: {},
  migrations: {},
};
/** The kit's service part stands in one file with what every process reads. */
const SERVICE_ONLY = ['HTTP_PORT', 'HTTP_HOST', 'PREPARE_ONLY', 'NATS_URL'];
/** What the launcher of the containers reads, not the program. */
const OF_THE_LAUNCHER = ['SHOW_ADMIN_PIN', 'NODE_ENV'];
/** What Compose itself needs: images, published ports, where files are. */
const OF_COMPOSE = [
  'SHOP_VERSION',
  'POSTGRES_IMAGE',
  'REDIS_IMAGE',
  'NATS_IMAGE',
  'PROMETHEUS_IMAGE',
  'GRAFANA_IMAGE',
  'JAEGER_IMAGE',
  'GRAFANA_PORT',
  'PUBLISH_ADDRESS',
  'GATEWAY_PORTS',
  'SECRETS',
];

const composes = FILES.map(readCompose);
const told = (service: string): Set<string> =>
  new Set(composes.flatMap((compose) => [...toldBy(compose.services[service]?.environment)]));
const read = (service: string): Set<string> => {
  const all = variablesOf(service);
  const isService = ['catalog', 'orders', 'payments', 'media'].includes(service);
  const files = CONFIGS[service]!.filter((file) => !file.startsWith('libs/'));
  const own = new Set(files.flatMap((file) => [...variablesIn(readText(file))]));
  return new Set([...all].filter((name) => isService || own.has(name) || !SERVICE_ONLY.includes(name)));
};
const guide = readText('docs/configuration.md');

describe('the variables', () => {
  it('are found in code, in whatever way it reads them', () => {
    const source = `class A { @IsInt() PORT: number = 1; NATS_URL!: string; S3_ENDPOINT?: string }
      const b = z.object({ LOG_LEVEL: z.string() }); const { NAME, HTTP_PORT } = environment; process.env.TEST_SERVERS; // NOT_THIS: x`;
    expect([...variablesIn(source)].sort()).toEqual(
      ['HTTP_PORT', 'LOG_LEVEL', 'NAME', 'NATS_URL', 'PORT', 'S3_ENDPOINT', 'TEST_SERVERS'].sort(),
    );
    expect(configFiles().length).toBeGreaterThan(12);
  });

  it.each(Object.keys(NOT_TOLD).filter((name) => !['secrets', 'migrations'].includes(name)))(
    '%s is told each variable that it reads, and no other',
    (service) => {
      const left = [...read(service)].filter((name) => !told(service).has(name));
      expect(left.sort()).toEqual(Object.keys(NOT_TOLD[service] ?? {}).sort());
      const unknown = [...told(service)].filter((name) => !read(service).has(name) && !OF_THE_LAUNCHER.includes(name));
      expect(unknown).toEqual([]);
    },
  );

  it('of the two steps are told to one or the other', () => {
    const both = new Set([...told('secrets'), ...told('migrations')]);
    expect([...both].sort()).toEqual([...variablesOf('migrations')].sort());
  });

  it('that a compose file takes from its user are explained in .env.example, and no others', () => {
    const taken = new Set(FILES.flatMap((file) => [...interpolated(readText(file))]));
    expect([...exampleVariables(readText('.env.example'))].sort()).toEqual([...taken].sort());
  });

  it('are documented in docs/configuration.md, and no others are', () => {
    const inCode = new Set(configFiles().flatMap((file) => [...variablesIn(readText(file))]));
    const known = new Set([...inCode, ...OF_THE_LAUNCHER, ...OF_COMPOSE]);
    const documented = documentedVariables(guide);
    expect([...known].filter((name) => !documented.has(name)).sort()).toEqual([]);
    expect([...documented].filter((name) => !known.has(name)).sort()).toEqual([]);
  });

  it.each(['gateway', 'catalog', 'orders', 'payments', 'media', 'audit'])(
    'of %s are told on Kubernetes, too',
    (name) => {
      const maps = Object.fromEntries(
        (readKustomization('deploy/kubernetes/base/shop').configMapGenerator ?? []).map((map) => [map.name, map]),
      );
      expect(Object.keys(maps)).toEqual(
        Object.keys(configMaps(readText('deploy/kubernetes/base/shop/kustomization.yaml'))),
      );
      const container = manifestsIn(`deploy/kubernetes/base/shop/${name}.yaml`)[0]?.spec.template?.spec.containers[0];
      const literals = (container?.envFrom ?? []).flatMap(
        ({ configMapRef }) => maps[configMapRef.name]?.literals ?? [],
      );
      const here = toldBy(
        Object.fromEntries([
          ...(container?.env ?? []).map((entry) => [entry.name, entry.value]),
          ...literals.map((literal) => literal.split('=', 2)),
        ]) as Record<string, string>,
      );
      // a demo's PIN and simulator have no place in a cluster
      const demo = ['ADMIN_PIN', 'SQUARE_BASE_URL', 'SHOW_ADMIN_PIN'];
      expect([...told(name)].filter((each) => !here.has(each) && !demo.includes(each))).toEqual([]);
      expect([...here].filter((each) => !read(name).has(each) && !OF_THE_LAUNCHER.includes(each))).toEqual([]);
    },
  );
});
