// Builds the web app into dist/ (or the folder given): client/ (what browsers load) and ssr/render.js (audience pages on
// the server). What stood there is replaced at the end: a build that fails leaves it as it was.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type BuildEnvironmentOptions, type Rolldown } from 'vite'
import { audienceAssetsPlugin } from './audience-assets-plugin.ts'
import { contractPlugin } from './contract-plugin.ts'
import { printSizes, writeCompressed } from './build-sizes.ts'
import { audienceAssetsOf, type ViteManifest } from './src/app/build/audience-assets.ts'
import { lateFiles } from './late-files-plugin.ts'
import { pageHeadPlugin } from './page-head-plugin.ts'
import { pageParts } from './src/app/build/page-parts.ts'
import { keepRetiredFiles } from './src/app/build/retired-files.ts'
import { shortenNames } from './short-names.ts'
import { audienceBrowsers, baseConfig, webRoot } from './vite.config.ts'

// Vite compiles JSX for development unless this says production, and a test run that builds says 'test'.
process.env['NODE_ENV'] = 'production'

const dist = resolve(process.argv[2] ?? join(webRoot, 'dist'))
const next = join(dist, 'next')
const client = join(next, 'client')
const audienceEntry = 'src/app/audience/start.ts'
const audienceMain = 'src/app/audience/main.tsx'

const react = { name: 'react', test: /(node_modules\/(react|react-dom|scheduler)\/|rolldown[/:]runtime)/, priority: 10 }
const texts = (['zh-TW', 'en'] as const).map((language) => ({
  name: `text-${language}`,
  test: new RegExp(`/src/(app|features/[^/]+)/text/${language}\\.json$`),
  priority: 20,
}))

/** Every page asks for it: beside what only rooms share, it would bring that along. */
const lazyPart = { name: 'lazy-part', test: /web\/src\/lib\/audience\/lazy-part/, priority: 6 }
/** A sheet is opened: it comes with what lies in it, and not before. */
const sheets = { name: 'sheet', test: /web\/src\/ui\/audience\/(sheet|use-drag-down)/, priority: 3 }
/** Small things that later parts share, apart from the features': joined with a room's code, a helper of two lines brought all of it. */
const smallThings =
  /((icons-react|clsx|web\/src\/ui\/audience|web\/src\/lib\/(audience|i18n|clock|http|session)|contract\/src\/common)\/|web\/src\/ui\/icon-props)/
const shared = {
  name: 'shared',
  test: smallThings,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 1200,
  priority: 2,
}
const parts = { name: 'part', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800 }
const settled = [react, lazyPart]

/** Files that pages share are named after all that share them, or by a number, which nobody reads. */
const shortName = (name: string): string => (name.split('~')[0] ?? name).replace(/^shared$/, 'part')

const chunkNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: ({ name }: { readonly name: string }) => `assets/${shortName(name)}-[hash].js`,
  assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
    `assets/${shortName((names[0] ?? '').replace(/\.\w+$/, ''))}-[hash][extname]`,
}
const outputOf = (built: Awaited<ReturnType<typeof build>>): Rolldown.RolldownOutput => {
  const output = Array.isArray(built) ? built[0] : built
  if (!output || !('output' in output)) throw new Error('the build was made to watch')
  return output
}

mkdirSync(dist, { recursive: true })
rmSync(next, { recursive: true, force: true })

const consoleBuild = outputOf(
  await build({
    ...baseConfig,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...baseConfig.build,
      outDir: client,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(webRoot, 'console.html'),
        output: { ...chunkNames, codeSplitting: { groups: [react, ...texts] } },
      },
    },
  }),
)

const manifestName = 'audience-manifest.json'
const late = lateFiles()

const buildAudience = async (
  groups: readonly Rolldown.CodeSplittingGroup[],
  options: Pick<BuildEnvironmentOptions, 'write' | 'minify' | 'manifest'>,
): Promise<Rolldown.RolldownOutput> =>
  outputOf(
    await build({
      ...baseConfig,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins: [...baseConfig.plugins, contractPlugin(), pageHeadPlugin(), late.plugin],
      build: {
        ...baseConfig.build,
        ...options,
        target: [...audienceBrowsers],
        outDir: client,
        emptyOutDir: false,
        // The document of a page names all scripts that the page needs: its entry needs no list of every page's.
        modulePreload: {
          resolveDependencies: (_file, deps, { hostId }) =>
            late.missing(
              /(^|\/)main-[\w-]+\.js$/.test(hostId) ? deps.filter((url) => url.endsWith('.css')) : deps,
              hostId,
            ),
        },
        rolldownOptions: {
          input: join(webRoot, audienceEntry),
          output: { ...chunkNames, codeSplitting: { groups: [...groups] } },
        },
      },
    }),
  )

const plan = pageParts(
  await buildAudience(settled, { write: false, minify: false }),
  [audienceEntry, audienceMain],
  settled.map(({ name }) => name),
)
const first = {
  debugName: 'first',
  name: (id: string) => plan.get(id) ?? null,
  // The plan says of each module where it goes.
  includeDependenciesRecursively: false,
  priority: 5,
}
const audienceBuild = await buildAudience([...settled, first, sheets, shared, parts], { manifest: manifestName })

// Neither the target nor older-browser/ can give it to Safari before 16.4: a file with it would not be read at all.
for (const file of audienceBuild.output)
  if (file.type === 'chunk' && /\(\?<[=!]/.test(file.code))
    throw new Error(`${file.fileName} has a regular expression that looks behind`)

const manifestFile = join(client, manifestName)
// What the console has under the very same name (React) is one file for both.
const ofConsole = new Set(consoleBuild.output.map(({ fileName }) => fileName))
shortenNames(
  client,
  audienceBuild.output.map(({ fileName }) => fileName).filter((file) => !ofConsole.has(file)),
  manifestName,
)
const manifest: ViteManifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
rmSync(manifestFile)
const assets = audienceAssetsOf(manifest, [audienceEntry, audienceMain], (url) =>
  readFileSync(join(client, url), 'utf8'),
)

await build({
  ...baseConfig,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [...baseConfig.plugins, contractPlugin(), audienceAssetsPlugin(assets)],
  ssr: { noExternal: true },
  define: { ...baseConfig.define, 'process.env.NODE_ENV': '"production"' },
  build: {
    ...baseConfig.build,
    outDir: join(next, 'ssr'),
    emptyOutDir: true,
    ssr: join(webRoot, 'src/app/audience/render.tsx'),
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  },
})

writeCompressed(client)
printSizes({ console: consoleBuild, audience: audienceBuild, assets, client })

keepRetiredFiles(dist, client, Date.now())

const old = join(dist, 'old')
rmSync(old, { recursive: true, force: true })
for (const part of ['client', 'ssr']) {
  if (existsSync(join(dist, part))) {
    mkdirSync(old, { recursive: true })
    renameSync(join(dist, part), join(old, part))
  }
  renameSync(join(next, part), join(dist, part))
}
rmSync(old, { recursive: true, force: true })
rmSync(next, { recursive: true, force: true })
