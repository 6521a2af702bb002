import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tooling/longest-first.ts'

// npm test runs the server's tests twice: on what a newcomer gets, and on what a grown installation runs on.
const onPostgres = process.env.KAIMAI_TEST_SET === 'postgres'

const everywhere = {
  environment: 'node' as const,
  setupFiles: ['./tooling/fail-on-console.ts', './tooling/fixed-input.ts', './tooling/say-what-ran-out.ts'],
  // It only ends what hangs: a property of a hundred runs takes its time on a slow machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for comes in a moment; how long that is, a loaded machine decides.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // Processes, not threads: PGlite and pg-boss keep workers and sockets of their own, which must end with the file.
    pool: 'forks',
    // Node takes about 80 MB a process, PGlite several hundred more. One more than the two cores of the machines this must
    // run on: what waits for a timer leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'tooling',
          include: ['tooling/*.test.{ts,mjs}'],
          exclude: ['tooling/architecture.test.ts'],
          isolate: false,
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          // A check of its own (npm run check).
          name: 'architecture',
          include: ['tooling/architecture.test.ts', 'tooling/architecture/*.test.ts'],
          isolate: false,
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'server',
          include: ['packages/server/{src,seed,test,migrations}/**/*.test.ts'],
          // What has no database, is about the embedded one, or about films and pictures, is the same on both sets.
          exclude: onPostgres
            ? [
                'packages/server/src/platform/{media,sheet,log,ports,http,files}/**',
                'packages/server/src/platform/db/autovacuum.test.ts',
                'packages/server/src/modules/video/{video,pictures,picture-maker,packaging-room}.test.ts',
              ]
            : [],
          // One process takes many files: what they import is read once. Each test ends what it starts.
          isolate: false,
          // Node itself loads the sources, as it does when the program runs: syntax that it can't strip fails here
          // too, and import.meta.url and worker files are what they will be.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          // Pure: one process takes them all, and what they import is read once.
          isolate: false,
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'web',
          // One process takes them all, instead of one a file; each test takes back what it put in a global's place.
          isolate: false,
          // JSX and CSS modules need Vite. There is no DOM: components are rendered by react-dom/server here.
          include: ['packages/web/{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.dom.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: 'web-dom',
          // Screens and components by role and name; what depends on layout, media or a socket is for e2e.
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost/', width: 1440, height: 900 } },
          setupFiles: [...everywhere.setupFiles, './packages/web/test/dom.ts'],
          // What the screens import is read once; each test starts with an empty browser.
          isolate: false,
          include: ['packages/web/{src,test}/**/*.dom.test.tsx'],
        },
      },
    ],
  },
})
