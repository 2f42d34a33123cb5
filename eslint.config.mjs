import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { plainWords } from './tools/entry/plain-words.mjs';

/** Who may import which packages of the workspace, by folder. No package reaches into another's folder. */
const layers = [
  { folders: ['libs/contracts'], may: [] },
  { folders: ['libs/kit', 'libs/servers'], may: ['contracts'] },
  { folders: ['libs/testing'], may: ['contracts', 'kit', 'servers'] },
  { folders: ['services/*', 'gateway'], may: ['contracts', 'kit'] },
  { folders: ['web'], may: ['contracts'] },
  // inside the site: layout and router > features > the rest of app > ui
  { folders: ['web/src/ui'], may: ['contracts'], not: ['/(?:app|features)/'] },
  {
    folders: ['web/src/features'],
    may: ['contracts'],
    not: ['/app/(?:layout/|router|preload-route|persist-store)'],
  },
  { folders: ['tools/{start,square-simulator,mail-catcher,seed,audit,ops}'], may: ['contracts', 'kit', 'servers'] },
  { folders: ['tools/{stress,deploy-check}', 'e2e'], may: ['contracts', 'kit', 'servers', 'testing'] },
  // these run the shop's own classes
  {
    folders: ['tools/{interleavings,bench}'],
    may: ['contracts', 'kit', 'servers', 'testing', '(?:orders|payments|catalog|gateway|audit)/dist'],
  },
];
const FORBIDDEN_IMPORT = 'Forbidden by the layers in eslint.config.mjs.';
/** Also catches `import()`, which no-restricted-imports does not see. */
const onlyImport = (packages, not = []) => {
  const others = `^@geodes/(?!(?:${packages.join('|') || '-'})(?:/|$))`;
  const folderOfAnother = String.raw`^(?:\.\./)+(?:\w[\w.-]*/)+(?:src|dist|test)/`;
  const patterns = [others, folderOfAnother, ...not];
  return {
    'no-restricted-imports': ['error', { patterns: patterns.map((regex) => ({ regex, message: FORBIDDEN_IMPORT })) }],
    'no-restricted-syntax': [
      'error',
      ...patterns.map((regex) => ({
        selector: `ImportExpression[source.value=/${regex.replaceAll('/', String.raw`\/`)}/]`,
        message: FORBIDDEN_IMPORT,
      })),
    ],
  };
};
const boundaries = layers.flatMap(({ folders, may, not }) => [
  { files: folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`), rules: onlyImport(may, not) },
  {
    // tests may also start real servers
    files: folders.flatMap((folder) => [`${folder}/**/*.spec.{ts,tsx}`, `${folder}/test/**`]),
    rules: onlyImport([...may, 'testing', 'servers'], not),
  },
]);

export default tseslint.config(
  {
    ignores: ['**/dist', '**/node_modules', '**/.results', '.nx', '.local', '**/test-results', '**/playwright-report'],
  },
  ...tseslint.configs.recommended,
  ...boundaries,
  {
    // one program for the whole workspace: a program for each package takes minutes
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'tools/seed/tsconfig.json', 'tools/seed/src/art/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [createNodeResolver({ extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } })],
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-default-export': 'error',
    },
  },
  {
    // the gateway has no database; TypeORM would cost it 20 MB
    files: ['libs/kit/src/**'],
    ignores: ['libs/kit/src/audit-log.ts', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [{ name: 'typeorm', allowTypeImports: true }] }],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    ignores: ['**/migrations/**', 'tools/entry/plain-words.mjs'],
    plugins: { words: plainWords },
    rules: { 'words/plain-words': 'error' },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    languageOptions: { globals: { ...globals.node } },
    rules: {
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
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-properties': 'off',
    },
  },
  {
    files: ['**/*.config.ts', 'e2e/shop/start.ts', 'web/plugins/**'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    files: ['**/config.ts', '**/*.config.{ts,mjs}', 'tools/**', 'e2e/site-checks/**', 'libs/servers/**', 'jest.*.mjs'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // an event handler may be an async function, if it never rejects
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // RTK Query's errors are plain objects, so that the store can keep them
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
  {
    files: ['tools/square-simulator/assets/**'],
    languageOptions: { globals: { ...globals.browser } },
  },
);
