import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Properties, generated files, waits in real time, and what holds time or memory against a limit. */
const deep = 'test/**/*.deep.test.ts'
/** What needs processes of its own: the built program, the package as it is installed, a browser. */
const processes = 'test/journeys/*.test.ts'

/** Parts of the names of the files that take longest. */
const longest =
  /how-to-add|thousand-runs|explore\/merchants|explain|large-recording|random-settings|proof|windows|audit|other-languages|foreign-recordings|postgres|careful|page-blocks/

/** Without times of an earlier run vitest begins with the largest files, and would wait at the end for short ones that take long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const shared = {
  // Processes, not threads: better-sqlite3 is native code, and a test may send a signal or change folder.
  pool: 'forks',
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 20_000,
  teardownTimeout: 5_000,
  // What a test waits for takes as long as the machine is slow; the default is a second.
  expect: { poll: { timeout: 15_000 } },
} as const

export default defineConfig({
  test: {
    reporters: process.env.CI ? ['dot'] : ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          // One journey stands beside the folder, so that `npm test` runs it: test/every-endpoint.test.ts.
          exclude: [deep, processes],
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        // They count thousands of cases: a busy machine takes its time.
        test: {
          ...shared,
          name: 'deep',
          include: [deep],
          testTimeout: 60_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 2 },
        },
      },
      {
        // More than there are cores: they wait for processes most of the time. As a number: vitest takes '150%' for '100%'.
        test: {
          ...shared,
          name: 'processes',
          include: [processes],
          exclude: [deep],
          // An exploration starts twenty processes: a slow machine takes its time.
          testTimeout: 60_000,
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
