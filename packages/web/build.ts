// Builds the web app into dist/ (or the folder given): client/ (what browsers load) and ssr/render.js (audience pages on
// the server). What stood there is replaced at the end: a build that fails leaves it as it was.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { audienceAssetsPlugin } from './audience-assets-plugin.ts'
import { contractPlugin } from './contract-plugin.ts'
import { printSizes, writeCompressed } from './build-sizes.ts'
import { audienceAssetsOf, type ViteManifest } from './src/app/build/audience-assets.ts'
import { baseConfig, webRoot } from './vite.config.ts'

const dist = resolve(process.argv[2] ?? join(webRoot, 'dist'))
const next = join(dist, 'next')
const client = join(next, 'client')
const audienceEntry = 'src/app/audience/main.tsx'

const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 10 }
const texts = (['zh-TW', 'en'] as const).map((language) => ({
  name: `text-${language}`,
  test: new RegExp(`/src/(app|features/[^/]+)/text/${language}\\.json$`),
  priority: 20,
}))

const chunkNames = { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' }

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

const audienceBuild = outputOf(
  await build({
    ...baseConfig,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [...baseConfig.plugins, contractPlugin()],
    build: {
      ...baseConfig.build,
      outDir: client,
      emptyOutDir: false,
      manifest: 'audience-manifest.json',
      rolldownOptions: {
        input: join(webRoot, audienceEntry),
        output: { ...chunkNames, codeSplitting: { groups: [react] } },
      },
    },
  }),
)

const manifestFile = join(client, 'audience-manifest.json')
const manifest: ViteManifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
rmSync(manifestFile)
const assets = audienceAssetsOf(manifest, audienceEntry)

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
