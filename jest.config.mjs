import { projectsWith } from './tools/entry/test-results.mjs';

/** `unit`: in `src`, beside the code. `integration`: in `test`, on real servers. */
const kind = process.env.TEST_KIND ?? 'unit';

const swc = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
  },
};

const settingsOf = (rootDir) => ({
  rootDir,
  testEnvironment: 'node',
  testMatch: kind === 'unit' ? ['<rootDir>/src/**/*.spec.{ts,tsx}'] : ['<rootDir>/test/**/*.int.spec.ts'],
  // what takes minutes belongs to `npm run test:full`
  testPathIgnorePatterns: process.env.LONG_PROOFS ? [] : ['\\.long\\.int\\.spec\\.ts$'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['@geodes/source', 'node', 'node-addons'] },
  setupFiles: ['reflect-metadata'],
});

/** Not among a project's settings: Jest ignores it there (jest 30.5.2). */
const testTimeout = kind === 'unit' ? 10_000 : 60_000;

const isWorkspace = process.cwd() === import.meta.dirname;

export default isWorkspace
  ? { testTimeout, projects: projectsWith(kind).map((folder) => settingsOf(`${import.meta.dirname}/${folder}`)) }
  : { testTimeout, ...settingsOf(process.cwd()) };
