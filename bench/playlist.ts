// Playlist answers of a running room by the second of the server's CPU, beside a bare node server with the same bytes,
// turn by turn on the same core: in the first two minutes of a fresh server, while its demo firm is filled in and its
// pictures are made, and afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { removeData, startServer } from '../e2e/harness/server.ts'
import { type Load, load, startBareNode } from './bare-node.ts'
import { type BenchRow, pinTo } from './process.ts'

/** Of what bare node answers. */
const goal = 0.7
const firstMinutesMs = 120_000

const sum = (loads: readonly Load[], of: 'cpu' | 'seconds'): number =>
  loads.reduce((total, { answered }) => total + answered, 0) / loads.reduce((total, one) => total + one[of], 0)

const rowOf = (when: string, ours: readonly Load[], theirs: readonly Load[], of: 'cpu' | 'seconds', smoke: boolean) => {
  const [mine, peer] = [sum(ours, of), sum(theirs, of)]
  return {
    name: `playlist answers a second${of === 'cpu' ? ' of CPU' : ''}, ${when} (peer: bare node, same bytes, same run)`,
    ours: Math.round(mine),
    peer: Math.round(peer),
    unit: of === 'cpu' ? '/s·core' : '/s',
    ratio: mine / peer,
    goal,
    ok: smoke || mine / peer >= goal,
  }
}

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const seconds = smoke ? 1 : 8
  const server = await startServer()
  const began = performance.now()
  const { data } = (await (await fetch(`${server.url}/api/demo`)).json()) as { data: { roomUrl: string } }
  const url = `${server.url.replace('localhost', '127.0.0.1')}/media/live/${data.roomUrl.split('/')[2]}/index.m3u8`
  const body = Buffer.from(await (await fetch(url)).arrayBuffer())
  const peer = await startBareNode(body)
  try {
    const pid = server.process.pid ?? 0
    pinTo(pid, 0)
    pinTo(peer.pid, 0)
    pinTo(process.pid, 1)
    const [ours, theirs]: [Load[], Load[]] = [[], []]
    const turn = async () => {
      ours.push(await load(url, pid, seconds))
      theirs.push(await load(peer.url, peer.pid, seconds))
    }
    do await turn()
    while (!smoke && performance.now() - began < firstMinutesMs)
    const rows = [
      rowOf('in its first two minutes', ours, theirs, 'cpu', smoke),
      rowOf('in its first two minutes', ours, theirs, 'seconds', smoke),
    ]
    if (smoke) return rows
    ours.length = 0
    theirs.length = 0
    await sleep(5_000)
    for (let time = 0; time < 3; time += 1) await turn()
    return [...rows, rowOf('afterwards', ours, theirs, 'cpu', smoke)]
  } finally {
    peer.child.kill()
    await server.stop()
    await removeData(server)
  }
}
