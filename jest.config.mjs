import { projectsWith } from './tools/entry/test-results.mjs';

/** `unit`: in `src`, beside the code. `integration`: in `test`, on real servers. */
const kind = process.env.TEST_KIND ?? 'unit';

const isWorkspace = process.cwd() === import.meta.dirname;

/**
 * All test files run in one plain process of Node, which loads each module once. Jest's own runner loads all of them again
 * for every file: unit tests took four times as long, and the catalogue's integration tests twice the processor.
 */
export default {
  rootDir: process.cwd(),
  roots: isWorkspace ? projectsWith(kind).map((folder) => `<rootDir>/${folder}`) : ['<rootDir>'],
  runner: 'jest-light-runner',
  // has the durations of an earlier run, by which Jest orders files; by default a folder outside the project
  cacheDirectory: `${import.meta.dirname}/node_modules/.cache/jest`,
  testMatch: kind === 'unit' ? ['**/src/**/*.spec.{ts,tsx}'] : ['**/test/**/*.int.spec.ts'],
  // what takes minutes belongs to `npm run test:full`
  testPathIgnorePatterns: process.env.LONG_PROOFS ? [] : ['\\.long\\.int\\.spec\\.ts$'],
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: [`${import.meta.dirname}/tools/entry/test-timeouts.mjs`],
};
