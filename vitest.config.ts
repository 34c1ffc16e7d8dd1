import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/*/src/**/*.test.ts', 'libs/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/**/*.e2e.ts'],
    // Real browsers and databases run behind these tests: two at a time is what two cores carry.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
