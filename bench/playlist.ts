import { type ChildProcess, spawn } from 'node:child_process'
import autocannon from 'autocannon'
import { removeData, startServer } from '../e2e/harness/server.ts'
import { type BenchRow, cpuSeconds, pinTo } from './process.ts'

const goalPerCore = 20_000

/** A plain node server that answers the same bytes from memory: what the machine gives at best. */
const bare = `
  const http = require('node:http')
  const body = Buffer.from(process.argv[1], 'base64')
  http.createServer((q, r) => { r.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', 'content-length': body.length }); r.end(body) })
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

const load = async (url: string, pid: number, seconds: number): Promise<{ perSecond: number; perCore: number }> => {
  await autocannon({ url, connections: 50, duration: 1 })
  const before = cpuSeconds(pid)
  const result = await autocannon({ url, connections: 50, duration: seconds })
  const used = cpuSeconds(pid) - before
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`playlist: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: answered / result.duration, perCore: answered / used }
}

const startBare = async (body: Buffer): Promise<{ child: ChildProcess; port: number }> => {
  const child = spawn(process.execPath, ['-e', bare, body.toString('base64')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve) =>
    child.stdout?.once('data', (data: Buffer) => resolve(Number(String(data)))),
  )
  return { child, port }
}

/** Playlist answers of a running room, by the second of CPU, beside a bare node server with the same bytes. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const seconds = smoke ? 1 : 8
  const server = await startServer()
  try {
    const { data } = (await (await fetch(`${server.url}/api/demo`)).json()) as { data: { roomUrl: string } }
    const url = `${server.url.replace('localhost', '127.0.0.1')}/media/live/${data.roomUrl.split('/')[2]}/index.m3u8`
    const body = Buffer.from(await (await fetch(url)).arrayBuffer())
    const pid = server.process.pid ?? 0
    pinTo(pid, 0)
    pinTo(process.pid, 1)
    const ours = await load(url, pid, seconds)
    const peer = await startBare(body)
    pinTo(peer.child.pid ?? 0, 0)
    const theirs = await load(`http://127.0.0.1:${peer.port}/`, peer.child.pid ?? 0, seconds)
    peer.child.kill()
    return [
      {
        name: 'playlist answers a second of CPU (peer: bare node, same bytes)',
        ours: Math.round(ours.perCore),
        peer: Math.round(theirs.perCore),
        unit: '/s·core',
        ratio: ours.perCore / theirs.perCore,
        goal: goalPerCore,
        ok: smoke || ours.perCore >= goalPerCore,
      },
    ]
  } finally {
    await server.stop()
    await removeData(server)
  }
}
