/** Jest for one project: `src` holds unit tests beside the rule, `test` integration tests on real servers. */
export const jestConfig = (kind) => ({
  rootDir: process.cwd(),
  testEnvironment: 'node',
  testMatch: kind === 'unit' ? ['<rootDir>/src/**/*.spec.{ts,tsx}'] : ['<rootDir>/test/**/*.int.spec.ts'],
  // what takes minutes belongs to `npm run test:full`
  testPathIgnorePatterns: process.env.LONG_PROOFS ? [] : ['\\.long\\.int\\.spec\\.ts$'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false, react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['@geodes/source', 'node', 'node-addons'] },
  setupFiles: ['reflect-metadata'],
  testTimeout: kind === 'unit' ? 10_000 : 60_000,
});
