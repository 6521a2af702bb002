import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tooling/longest-first.ts'

// Journeys in a real browser against the real program, each with its own: three at a time, as they mostly wait.
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['e2e/**/*.e2e.ts'],
    environment: 'node',
    globalSetup: ['./e2e/harness/filled.ts'],
    setupFiles: [
      './tooling/fail-on-console.ts',
      './tooling/fixed-input.ts',
      './tooling/say-what-ran-out.ts',
      './e2e/harness/leave-nothing-running.ts',
    ],
    pool: 'forks',
    maxWorkers: 3,
    // A process takes many files: the browser's driver is read once.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A fault of a page is told whole: it may never come again.
    chaiConfig: { truncateThreshold: 0 },
    testTimeout: 240_000,
    hookTimeout: 480_000,
    // As long as Playwright waits: by itself it would be a second. And seldom: each look by role computes the names of a
    // whole page, in a browser that shares its core with two others.
    expect: { poll: { timeout: 30_000, interval: 250 } },
    experimental: { viteModuleRunner: false },
  },
})
