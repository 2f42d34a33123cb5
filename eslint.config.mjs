import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Who may import whom, by the tags in each package.json. */
const boundaries = [
  { sourceTag: 'scope:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:servers', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:kit', onlyDependOnLibsWithTags: ['scope:contracts'] },
  { sourceTag: 'scope:testing', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:kit', 'scope:servers'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:kit'] },
  { sourceTag: 'type:gateway', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:kit'] },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['scope:contracts'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:kit', 'scope:servers'] },
  {
    sourceTag: 'type:e2e',
    onlyDependOnLibsWithTags: ['scope:contracts', 'scope:kit', 'scope:servers', 'scope:testing'],
  },
  { sourceTag: 'type:proof', onlyDependOnLibsWithTags: ['scope:contracts', 'scope:kit', 'scope:testing'] },
];
/** Tests may also start real servers. */
const boundariesInTests = boundaries.map(({ sourceTag, onlyDependOnLibsWithTags }) => ({
  sourceTag,
  onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, 'scope:testing', 'scope:servers'],
}));
/** A proof runs the shop's own classes; nobody else may reach into an app. */
const appsThatAreProven = ['orders', 'payments', 'catalog', 'gateway'].map((name) => `@geodes/${name}/dist/**`);
const enforce = (depConstraints, allowed = []) => [
  'error',
  { enforceBuildableLibDependency: false, allow: ['^.*/eslint\\.config\\.mjs$', ...allowed], depConstraints },
];

export default tseslint.config(
  {
    ignores: ['**/dist', '**/node_modules', '**/.results', '.nx', '.local', '**/test-results', '**/playwright-report'],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { '@nx': nx },
    languageOptions: { globals: { ...globals.node } },
    rules: {
      '@nx/enforce-module-boundaries': enforce(boundaries),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read once, in config.ts.' },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/test/**', 'e2e/**', 'libs/testing/**'],
    rules: {
      '@nx/enforce-module-boundaries': enforce(boundariesInTests),
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-properties': 'off',
    },
  },
  {
    files: ['**/config.ts', '**/*.config.{ts,mjs}', 'tools/**', 'libs/servers/**', 'jest.*.mjs'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    files: ['tools/interleavings/**/*.ts', 'tools/bench/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': enforce(boundariesInTests, appsThatAreProven) },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: { ...globals.browser } },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    files: ['tools/square-simulator/assets/**'],
    languageOptions: { globals: { ...globals.browser } },
  },
);
