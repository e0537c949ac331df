import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: 'node_modules/.cache/vite',
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // A process of its own for every file: nodes hold sockets, locks and databases, and none may leak into the next.
    pool: 'forks',
    maxWorkers: 2,
    // Real sockets and real processes on a busy machine; a test that takes longer hangs.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    // A `test.only` left behind would make the suite green by not running it.
    allowOnly: false,
    restoreMocks: true,
  },
});
