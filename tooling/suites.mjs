import { checks } from './checks.mjs'

/**
 * The suites of npm test, in order. `command` succeeds or fails as a whole and counts as one; `vitest` are arguments
 * of a run whose tests are counted; `step` is a function of run-suite.mjs. `needs` are names of install.mjs. One that is
 * `withPrevious` runs at the same time as the one before it. Where one that `stopsAll` is red, nothing after it is run: it
 * says within a minute what everything else would say too. Those with `demo` start servers on copies of one filled demo
 * firm, which the suite `demo` fills in. A command runs again once it failed, unless its output holds `never`.
 */
export const suites = [
  // Beside the types, which one core checks for as long as all others take.
  ...checks.map((check, at) => ({ needs: [], withPrevious: at > 0, stopsAll: true, ...check })),
  {
    name: 'quick',
    title: 'contract, web and tooling',
    needs: [],
    stopsAll: true,
    vitest: ['--project', 'contract', '--project', 'web', '--project', 'web-dom', '--project', 'tooling'],
  },
  {
    name: 'pglite',
    title: 'server on PGlite and S3',
    needs: ['ffmpeg', 'redis'],
    env: { KAIMAI_TEST_SET: 'pglite' },
    vitest: ['--project', 'server'],
  },
  { name: 'build', title: 'the web app and the server build', needs: [], step: 'build', withPrevious: true },
  {
    name: 'postgres',
    title: 'server on PostgreSQL and Redis',
    needs: ['ffmpeg', 'postgres', 'redis'],
    env: { KAIMAI_TEST_SET: 'postgres' },
    vitest: ['--project', 'server'],
  },
  {
    name: 'elsewhere',
    title: 'the same builds in 測試 folder, and the demo firm',
    needs: ['ffmpeg'],
    step: 'elsewhere',
    demo: 'fills',
    withPrevious: true,
  },
  {
    name: 'journeys',
    title: 'browser journeys',
    needs: ['chromium', 'ffmpeg', 'fonts', 'postgres'],
    demo: 'finds',
    vitest: ['--config', 'vitest.e2e.config.ts'],
    // What the browser did in the run that failed again.
    againEnv: { KAIMAI_E2E_TRACE: '1' },
  },
  {
    name: 'fault',
    title: 'faults (smoke)',
    needs: ['ffmpeg', 'postgres'],
    demo: 'finds',
    command: ['node', 'e2e/fault.ts', '--smoke'],
    // Something that was acknowledged is lost or there twice.
    never: /^ {2}FAIL /m,
  },
  {
    name: 'bench',
    title: 'soak and load (smoke)',
    needs: ['chromium', 'ffmpeg', 'postgres', 'redis', 'fonts'],
    demo: 'finds',
    withPrevious: true,
    command: ['node', 'bench/run.ts', '--smoke'],
  },
  {
    name: 'burn-in',
    title: 'changed tests again, alone and in a crowd',
    needs: ['chromium', 'ffmpeg'],
    step: 'burnIn',
  },
]
