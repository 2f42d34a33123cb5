import { filesBelow, readText } from './workspace.js';

/** The files in which each process reads its variables; the kit's file is part of all processes built on it. */
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
export const variablesIn = (source: string): Set<string> => {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const destructured = [...code.matchAll(DESTRUCTURING)].flatMap(
    ([, names = '']) => names.match(new RegExp(NAME, 'g')) ?? [],
  );
  const found = [...code.matchAll(PROPERTY), ...code.matchAll(ACCESS)].map(([, name = '']) => name);
  return new Set([...found, ...destructured].filter((name) => name.length > 2));
};

/** Returns the variables that a process reads. */
export const variablesOf = (process: string): Set<string> =>
  new Set((CONFIGS[process] ?? []).flatMap((file) => [...variablesIn(readText(file))]));

/** Returns the files that read the environment: each project's config.ts and the kit's file. */
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

/** Returns the variables that a compose file interpolates: `${NAME…}`. */
export const interpolated = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`(?<!\\$)\\$\\{(${NAME})`, 'g'))].map(([, name = '']) => name));

/** Returns the variables of .env.example. */
export const exampleVariables = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`^(${NAME})=`, 'gm'))].map(([, name = '']) => name));

/** Returns the variables that a container sets, as a value or as a file: `DATABASE_URL_FILE` sets DATABASE_URL. */
export const setBy = (environment: Record<string, unknown> | undefined): Set<string> =>
  new Set(Object.keys(environment ?? {}).map((name) => name.replace(/_FILE$/, '')));
