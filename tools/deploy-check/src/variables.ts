import { parse } from 'yaml';
import { filesBelow, readText } from './workspace.js';

/** Which file tells what a process reads; the kit's is part of all that are built on it. */
const PROCESS = ['libs/kit/src/environment.ts'];
export const CONFIGS: Record<string, string[]> = {
  gateway: ['gateway/src/config.ts', ...PROCESS],
  catalog: ['services/catalog/src/config.ts', ...PROCESS],
  orders: ['services/orders/src/config.ts', ...PROCESS],
  payments: ['services/payments/src/config.ts', ...PROCESS],
  media: ['services/media/src/config.ts', ...PROCESS],
  seed: ['tools/seed/src/config.ts', ...PROCESS],
  audit: ['tools/audit/src/config.ts', 'tools/audit/src/watch/config.ts', 'tools/audit/src/main.ts'],
  'square-simulator': ['tools/square-simulator/src/config.ts'],
  migrations: ['tools/start/src/containers/config.ts'],
  secrets: ['tools/start/src/containers/config.ts'],
};

const NAME = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*';
/** A property of a class or of a schema (`PORT: number`, `NATS_URL!: string`), and what is taken out of the environment. */
const PROPERTY = new RegExp(`(?:^|[\\s({])(${NAME})[!?]?:\\s`, 'g');
const TAKEN = new RegExp(`process\\.env\\.(${NAME})`, 'g');
const UNPACKED = /const \{([^}]*)\} = (?:process\.env|environment);/g;

/** The variables that a file of ours reads. */
export const variablesIn = (source: string): Set<string> => {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const unpacked = [...code.matchAll(UNPACKED)].flatMap(([, names = '']) => names.match(new RegExp(NAME, 'g')) ?? []);
  const found = [...code.matchAll(PROPERTY), ...code.matchAll(TAKEN)].map(([, name = '']) => name);
  return new Set([...found, ...unpacked].filter((name) => name.length > 2));
};

/** The variables that a process of the shop reads. */
export const variablesOf = (process: string): Set<string> =>
  new Set((CONFIGS[process] ?? []).flatMap((file) => [...variablesIn(readText(file))]));

/** Every file in which the environment is read: the config.ts of each project and what the kit adds. */
export const configFiles = (): string[] => [
  ...new Set([
    ...['gateway/src', 'libs', 'services', 'tools'].flatMap((folder) =>
      filesBelow(folder, 'config.ts').filter((file) => !/node_modules|\/dist\/|\/deploy-check\//.test(file)),
    ),
    ...Object.values(CONFIGS).flat(),
  ]),
];

/** Returns the variables that a document explains: the first cells of its tables. */
export const documentedVariables = (guide: string): Set<string> => {
  const cells = [...guide.matchAll(/^\| (`[^|]*`) +\|/gm)].map(([, cell = '']) => cell);
  return new Set(
    cells.flatMap((cell) => [...cell.matchAll(new RegExp(`\`(${NAME})\``, 'g'))].map(([, name = '']) => name)),
  );
};

/** The variables that a compose file takes from the person who runs it: `${NAME…}`. */
export const interpolated = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`(?<!\\$)\\$\\{(${NAME})`, 'g'))].map(([, name = '']) => name));

/** The variables that .env.example sets. */
export const exampleVariables = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`^(${NAME})=`, 'gm'))].map(([, name = '']) => name));

/** What a container is told, whether as a value or as a file: `DATABASE_URL_FILE` tells DATABASE_URL. */
export const toldBy = (environment: Record<string, unknown> | undefined): Set<string> =>
  new Set(Object.keys(environment ?? {}).map((name) => name.replace(/_FILE$/, '')));

/** The literals of a kustomization's ConfigMaps, by map. */
export const configMaps = (kustomization: string): Record<string, string[]> => {
  const { configMapGenerator = [] } = parse(kustomization) as {
    configMapGenerator?: { name: string; literals: string[] }[];
  };
  return Object.fromEntries(
    configMapGenerator.map(({ name, literals }) => [name, literals.map((each) => each.split('=', 1)[0] ?? '')]),
  );
};
