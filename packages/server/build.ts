// Builds the server into dist/program/: the sources and the packages they use in a few files, which Node reads in a quarter
// of the time. `npm start` runs it; tests of the server run the sources.
import { renameSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

process.env['NODE_ENV'] = 'production'

const serverRoot = fileURLToPath(new URL('.', import.meta.url))
const program = join(serverRoot, 'dist', 'program')
const next = join(serverRoot, 'dist', 'next')

/** Packages that carry machine code or WebAssembly, and those for servers beside this one, which most never read. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'ioredis', 'pg', 's3mini']

/** A source finds the files beside it (migrations, threads, media) from where it was written. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: (code, id) => {
    if (!id.startsWith(serverRoot) || id.includes('node_modules') || !code.includes('import.meta.url')) return null
    const place = relative(program, id).split(sep).join('/')
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
  },
}

await build({
  configFile: false,
  root: serverRoot,
  logLevel: 'warn',
  plugins: [sourcePlaces],
  ssr: { noExternal: true, external },
  build: {
    ssr: 'src/main.ts',
    outDir: next,
    emptyOutDir: true,
    // Names and line ends stay, for those who read a stack.
    minify: false,
    target: 'node26',
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
})
rmSync(program, { recursive: true, force: true })
renameSync(next, program)
