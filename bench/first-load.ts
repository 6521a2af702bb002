import { gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { removeData, startServer } from '../e2e/harness/server.ts'
import type { BenchRow } from './process.ts'

const goalKilobytes = 110
const consoleGoalKilobytes = 260
const goalWarmSeconds = 2

const bytesOnTheWire = (url: string): Promise<{ wire: number; text: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        const text =
          response.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString('utf8') : body.toString('utf8')
        resolve({ wire: body.length, text })
      })
    }).on('error', reject)
  })

/** What a page's first load fetches of script: the files that its document names, in whatever attribute. */
const scriptsOf = async (base: string, path: string): Promise<number> => {
  const { text } = await bytesOnTheWire(base + path)
  const urls = [...text.matchAll(/["' ](\/assets\/[^"' ]+\.js)(?=["' ])/g)].map((match) => match[1] ?? '')
  const sizes = await Promise.all([...new Set(urls)].map(async (url) => (await bytesOnTheWire(base + url)).wire))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** JavaScript of the audience's first load, gzipped, as the server sends it; and how soon a warm start serves. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  let server = await startServer()
  const { dataDir, port } = server
  // As it lies after use: what a first start still makes behind its visitors' backs would be made by the next one.
  if (!smoke) await untilDemoIsFilled(server.url, dataDir)
  const starts: number[] = []
  for (let each = 0; each < (smoke ? 1 : 3); each += 1) {
    await server.stop()
    const begun = performance.now()
    server = await startServer({ dataDir, port })
    starts.push((performance.now() - begun) / 1000)
  }
  const warm = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? Infinity
  try {
    const { data } = (await (await fetch(`${server.url}/api/demo`)).json()) as { data: { roomUrl: string } }
    const rows = await Promise.all(
      (
        [
          ['sign-up page', '/f/demo', goalKilobytes],
          ['room, without the player', data.roomUrl, goalKilobytes],
          ['sales page', '/s/chiri', goalKilobytes],
          ['console, before its page', '/dashboard', consoleGoalKilobytes],
        ] as const
      ).map(async ([name, path, goal]): Promise<BenchRow> => {
        const kilobytes = await scriptsOf(server.url, path)
        return {
          name: `first load of script, ${name}`,
          ours: Math.round(kilobytes * 10) / 10,
          peer: undefined,
          unit: 'KB gz',
          ratio: undefined,
          goal,
          // Names of chunks differ between machines, and with them a few bytes.
          ok: kilobytes > 20 && kilobytes <= goal * (smoke ? 1.02 : 1),
        }
      }),
    )
    return [
      ...rows,
      {
        name: 'warm start of the server until it serves, median of three',
        ours: Math.round(warm * 100) / 100,
        peer: undefined,
        unit: 's',
        ratio: undefined,
        goal: goalWarmSeconds,
        ok: smoke || warm <= goalWarmSeconds,
      },
    ]
  } finally {
    await server.stop()
    await removeData(server)
  }
}
