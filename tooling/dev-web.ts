// Vite's server for those who work on the web app; dev.mjs starts it beside the server it passes calls on to.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const target = process.env.API_URL ?? 'http://127.0.0.1:3000'
const server = await createServer({
  root: fileURLToPath(new URL('../packages/web', import.meta.url)),
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': { target, ws: true }, '/media': { target } },
  },
})
await server.listen()
console.log(`Open ${server.resolvedUrls?.local[0] ?? ''}`)
