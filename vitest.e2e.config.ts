import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the real program: one at a time, as each takes what two cores can give.
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['e2e/**/*.e2e.ts'],
    environment: 'node',
    setupFiles: ['./tooling/fail-on-console.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    experimental: { viteModuleRunner: false },
  },
})
