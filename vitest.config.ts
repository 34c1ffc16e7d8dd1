import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys take minutes and unit tests seconds: a journey that starts last would leave one core idle at the end. Kill
 * campaigns, journeys of the engine and journeys of the site take turns, because campaigns mostly wait for leases and
 * restarts while the others need the cores.
 */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const under = (...folders: string[]) =>
      sorted.filter(({ moduleId }) => folders.some((folder) => moduleId.includes(folder)));
    const journeys = inTurns([under('/e2e/kill/'), under('/e2e/engine/'), under('/e2e/site/')]);
    const captures = under('/apps/capture/');
    const first = new Set([...journeys, ...captures]);
    return [...first, ...sorted.filter((file) => !first.has(file))];
  }
}

/** Takes from each list in proportion to its length, so that all end together. */
function inTurns<T>(lists: T[][]): T[] {
  const placed = lists.flatMap((list) => list.map((one, at) => ({ one, place: (at + 0.5) / list.length })));
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/testing/shared-server.ts', 'e2e/kit/shared-sites.ts'],
    setupFiles: ['scripts/restore-globals.ts'],
    sequence: { sequencer: JourneysFirst },
    include: [
      'apps/*/src/**/*.test.ts',
      'apps/web/build/**/*.test.ts',
      'libs/*/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'e2e/**/*.e2e.ts',
    ],
    // These tests use real browsers and databases; more than two at a time exceed the time limits on two cores.
    maxWorkers: 2,
    maxConcurrency: 2,
    // Loading the common imports takes as long as running most test files.
    isolate: false,
    // A step of a journey consists of many user actions, on two cores that are shared with others.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // What a test waits for comes within milliseconds, but on a busy machine not always within the default of 1 s.
    expect: { poll: { timeout: 10_000 } },
    // The services and the PostgreSQL that files share end here; under load that takes longer than the default of 10 s.
    teardownTimeout: 60_000,
  },
});
