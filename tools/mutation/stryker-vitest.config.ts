import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files first: most faults are seen by the first test that meets them, and a run ends there. */
class ShortFilesFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return Promise.resolve([...files].sort((a, b) => sizeOf(a) - sizeOf(b)));
  }
}

/** The tests that generated mutants are tried against; those that take seconds each are left out. */
export default defineConfig({
  test: {
    include: [`${process.env['TRIED_AGAINST'] ?? 'test'}/**/*.test.ts`],
    exclude: [
      'test/unit/core/request/action/action-yaml.differential.test.ts',
      'test/unit/engine/bad-input.test.ts',
      'test/unit/engine/crash.test.ts',
      'test/unit/engine/gate/changed-notes/swapped-note.test.ts',
      'test/unit/engine/lost-events.test.ts',
      'test/unit/engine/person-actions/at-once/decided-at-once.test.ts',
    ],
    // The modules of product and tests keep nothing from one file to the next, and loading them again
    // for each file would take most of the time.
    isolate: false,
    sequence: { sequencer: ShortFilesFirst },
    testTimeout: 30_000,
    unstubGlobals: true,
    restoreMocks: true,
  },
});
