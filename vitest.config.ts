import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Journeys take minutes where units take seconds: begun last, they would keep one core idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isJourney = ({ moduleId }: TestSpecification) => moduleId.endsWith('.e2e.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isJourney), ...sorted.filter((file) => !isJourney(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/testing/shared-server.ts', 'e2e/kit/shared-sites.ts'],
    setupFiles: ['scripts/restore-globals.ts'],
    sequence: { sequencer: LongestFirst },
    include: [
      'apps/*/src/**/*.test.ts',
      'apps/web/build/**/*.test.ts',
      'libs/*/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'e2e/**/*.e2e.ts',
    ],
    // Real browsers and databases run behind these tests: two at a time is what two cores carry.
    maxWorkers: 2,
    maxConcurrency: 2,
    // Loading what most files import takes as long as running most of them.
    isolate: false,
    // A step of a journey is many things that a person does, on two cores that others use, too.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
