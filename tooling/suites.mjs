import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './checks.mjs'
import { root } from './run.mjs'

/**
 * The suites of npm test, in order. `command` succeeds or fails as a whole and counts as one; `vitest` are arguments
 * of a run whose tests are counted; `step` is a function of test.mjs. `needs` are names of install.mjs. One that is
 * `withPrevious` runs at the same time as the one before it: both mostly wait. Those with `demo` start servers on copies of
 * one filled demo firm: the journeys fill it in, and who comes after them finds it.
 */
export const suites = [
  // Beside the types, which one core checks for as long as all others take.
  ...checks.map((check, at) => ({ needs: [], withPrevious: at > 0, ...check })),
  {
    name: 'unit',
    title: 'unit, and integration on PGlite and S3',
    needs: ['ffmpeg', 'redis'],
    env: { KAIMAI_TEST_SET: 'pglite' },
    vitest: ['--exclude', 'tooling/architecture/**', '--exclude', 'tooling/architecture.test.ts'],
  },
  {
    name: 'postgres',
    title: 'integration on PostgreSQL and Redis',
    needs: ['ffmpeg', 'postgres', 'redis'],
    env: { KAIMAI_TEST_SET: 'postgres' },
    vitest: [],
  },
  { name: 'build', title: 'the web app and the server build, here and in 測試 folder', needs: [], step: 'build' },
  {
    name: 'journeys',
    title: 'browser journeys',
    needs: ['chromium', 'ffmpeg', 'fonts'],
    demo: 'fills',
    vitest: ['--config', 'vitest.e2e.config.ts'],
  },
  ...[
    { name: 'fault', title: 'faults (smoke)', needs: ['ffmpeg', 'postgres'], file: 'e2e/fault.ts' },
    {
      name: 'bench',
      title: 'soak and load (smoke)',
      needs: ['chromium', 'ffmpeg', 'postgres', 'redis', 'fonts'],
      file: 'bench/run.ts',
      withPrevious: true,
    },
  ]
    .filter(({ file }) => existsSync(join(root, file)))
    .map(({ file, ...suite }) => ({ ...suite, demo: 'finds', command: ['node', file, '--smoke'] })),
]
