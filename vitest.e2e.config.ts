import { defineConfig } from 'vitest/config'

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
    testTimeout: 120_000,
    hookTimeout: 180_000,
    experimental: { viteModuleRunner: false },
  },
})
