import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SquareClient, SquareEnvironment as Environments, SquareError as SdkError } from 'square';

/**
 * The parts of Square's SDK that this service calls. Its index loads 3,600 files for everything Square sells: 59 MB and
 * a second of each start. The clients of payments and refunds need 160 of them, but ask two indexes for these by name:
 * in their place stand indexes that load a file when its name is asked for. A name without a file throws.
 */
export type SquareClients = Pick<SquareClient, 'payments' | 'refunds'>;
type Options = ConstructorParameters<typeof SquareClient>[0];

/** Folders in which the names of an index are files. */
export const INDEXES = {
  api: ['types'],
  serialization: ['types', 'resources/payments/client/requests', 'resources/refunds/client/requests'],
} as const;
type Index = keyof typeof INDEXES;

const load = createRequire(import.meta.url);
export const SDK_FOLDER = dirname(load.resolve('square'));
const part = (...path: string[]): Record<string, unknown> => load(join(SDK_FOLDER, ...path)) as Record<string, unknown>;

/** The file that holds what an index of the SDK calls by this name. Throws where no folder of INDEXES has it. */
export const fileOf = (index: Index, name: string): string => {
  const files = INDEXES[index].map((folder) => join(SDK_FOLDER, index, folder, `${name}.js`));
  const file = files.find((each) => existsSync(each));
  if (!file) throw new Error(`Square's SDK has no ${index}/${name}: look at square-sdk.ts after its upgrade`);
  return file;
};

const standIn = (index: Index): void => {
  const filename = join(SDK_FOLDER, index, 'index.js');
  const loaded: Record<string | symbol, unknown> = { __esModule: true };
  const get = (_: object, name: string | symbol): unknown => {
    if (typeof name === 'string' && !(name in loaded)) {
      const own = load(fileOf(index, name)) as Record<string, unknown>;
      loaded[name] = own[name];
    }
    return loaded[name];
  };
  const exports: unknown = new Proxy(loaded, { get });
  load.cache[filename] ??= { id: filename, filename, loaded: true, exports, children: [], paths: [] } as never;
};
standIn('api');
standIn('serialization');

const { PaymentsClient } = part('api/resources/payments/client/Client.js') as {
  PaymentsClient: new (options: Options) => SquareClient['payments'];
};
const { RefundsClient } = part('api/resources/refunds/client/Client.js') as {
  RefundsClient: new (options: Options) => SquareClient['refunds'];
};
export const { SquareError } = part('errors/SquareError.js') as { SquareError: typeof SdkError };
export const { SquareEnvironment } = part('environments.js') as { SquareEnvironment: typeof Environments };

export const squareClients = (options: NonNullable<Options>): SquareClients => ({
  payments: new PaymentsClient(options),
  refunds: new RefundsClient(options),
});
