// What the linter holds the code to. `scripts/lint-rules.test.ts` proves that each rule of ours fires.
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Imports point one way: p2p ← tools ← node ← harness; web knows only the HTTP API.
const PACKAGES = ['p2p', 'tools', 'node', 'harness', 'web'];
const MAY_NOT_IMPORT = {
  p2p: ['tools', 'node', 'harness', 'web'],
  tools: ['node', 'harness', 'web'],
  node: ['harness', 'web'],
  harness: ['web'],
  web: ['p2p', 'tools', 'node', 'harness'],
};

const libp2p = {
  regex: '^(?:libp2p$|libp2p/|@libp2p/|@multiformats/|@chainsafe/|multiformats(?:$|/))',
  message: 'libp2p stays inside packages/p2p: go through its Mesh port.',
};

const otherPackagesFiles = {
  regex: `^(?:\\.\\./)+(?:${PACKAGES.join('|')})/(?:src|test|compliance|dist)(?:/|$)`,
  message: 'Import the package by its name, not its files by their path.',
};

/** @param {readonly string[]} names */
const packages = (names) => ({
  regex: `^@hoplite/(?:${names.join('|')})(?:$|/)`,
  message: 'Imports point one way: p2p ← tools ← node ← harness; web knows only the HTTP API.',
});

// Time and chance come from the ports, so that the harness can run the same code on simulated ones.
const CLOCK = 'Time comes from the Clock port.';
const IDS = 'Chance comes from the Ids port.';

const ambientImports = [
  ...['timers', 'node:timers', 'timers/promises', 'node:timers/promises'].map((name) => ({ name, message: CLOCK })),
  ...['perf_hooks', 'node:perf_hooks'].map((name) => ({ name, message: CLOCK })),
  ...['crypto', 'node:crypto'].map((name) => ({
    name,
    importNames: ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'webcrypto'],
    message: IDS,
  })),
];

const ambientProperties = [
  { object: 'Date', property: 'now', message: CLOCK },
  { object: 'AbortSignal', property: 'timeout', message: CLOCK },
  { object: 'process', property: 'hrtime', message: CLOCK },
  { object: 'process', property: 'uptime', message: CLOCK },
  { object: 'Math', property: 'random', message: IDS },
  ...['randomBytes', 'randomInt', 'randomUUID', 'getRandomValues'].map((property) => ({ property, message: IDS })),
];

const ambientGlobals = ['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
  name,
  message: CLOCK,
}));

const ambientSyntax = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: CLOCK },
  { selector: 'CallExpression[callee.name="Date"]', message: CLOCK },
];

const namedExportsOnly = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };

/** @type {import('eslint').Linter.RulesRecord} */
const noAmbientState = {
  'no-restricted-globals': ['error', { globals: ambientGlobals, checkGlobalObject: true }],
  'no-restricted-properties': ['error', ...ambientProperties],
  'no-restricted-syntax': ['error', namedExportsOnly, ...ambientSyntax],
};

/**
 * One `no-restricted-imports` for a folder: a later block replaces an earlier one, so each has to say everything.
 *
 * @param {{ patterns: readonly object[], paths?: readonly object[] }} restricted
 * @returns {import('eslint').Linter.RulesRecord}
 */
const restrictImports = ({ patterns, paths = [] }) => ({ 'no-restricted-imports': ['error', { patterns, paths }] });

/** @param {keyof typeof MAY_NOT_IMPORT} name */
const patternsFor = (name) => [otherPackagesFiles, packages(MAY_NOT_IMPORT[name]), ...(name === 'p2p' ? [] : [libp2p])];

export default defineConfig(
  globalIgnores(['**/dist/', '**/gen/', '**/node_modules/', 'coverage/']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', namedExportsOnly],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],

      // An implementation may be async because its interface is.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // We write no enums; those of the generated codec are numbers to us.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // `Promise.withResolvers<void>()` is a call, and says what it means.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // A type parameter used once still names something for the reader.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // The compiler reports names that are not there, and knows Node.js's globals.
      'no-undef': 'off',
    },
  },

  ...PACKAGES.map((name) => ({
    files: [`packages/${name}/**`],
    rules: restrictImports({ patterns: patternsFor(/** @type {keyof typeof MAY_NOT_IMPORT} */ (name)) }),
  })),
  { files: ['test/**', 'scripts/**', 'examples/**'], rules: restrictImports({ patterns: [libp2p] }) },

  ...['tools', 'node', 'harness'].map((name) => ({
    files: [`packages/${name}/src/**`],
    // Where the ports touch the world, and where a person's terminal is the world.
    ignores: [
      'packages/node/src/ports/*.ts',
      'packages/node/src/cli/**',
      'packages/node/src/doctor{.ts,/**}',
      '**/*.test.ts',
    ],
    rules: {
      ...restrictImports({
        patterns: patternsFor(/** @type {keyof typeof MAY_NOT_IMPORT} */ (name)),
        paths: ambientImports,
      }),
      ...noAmbientState,
    },
  })),

  {
    files: ['**/*.test.ts', '**/test/**', '**/compliance/**'],
    rules: {
      // A test hands over broken values and detached methods on purpose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  {
    files: ['*.config.{js,ts}', '**/*.config.{js,ts}'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Checked by the compiler through JSDoc; these want annotations only TypeScript has.
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
