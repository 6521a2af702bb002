import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that begin without the demo firm, while it is filled in; then the longest, so that none begins last. */
const firstFiles =
  'journey first-minutes in-step room-views control-room buy-on-page sign-up-page whole-live whole-way upload tracking'
const order = firstFiles.split(' ')
const positionOf = ({ moduleId }: TestSpecification): number => {
  const position = order.indexOf(basename(moduleId, '.e2e.ts'))
  return position < 0 ? order.length : position
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => positionOf(a) - positionOf(b))
  }
}

// Journeys in a real browser against the real program, each with its own: three at a time, as they mostly wait.
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['e2e/**/*.e2e.ts'],
    environment: 'node',
    globalSetup: ['./e2e/harness/filled.ts'],
    setupFiles: ['./tooling/fail-on-console.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // A process takes many files: the browser's driver is read once.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 480_000,
    // As long as Playwright waits: by itself it would be a second.
    expect: { poll: { timeout: 30_000 } },
    experimental: { viteModuleRunner: false },
  },
})
