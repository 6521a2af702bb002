// npm run build: what `npm start` runs (the web app, the server's program), unless it stands already.
import { ensureBuilds } from './builds.mjs'
import { root } from './run.mjs'

try {
  await ensureBuilds(root)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
