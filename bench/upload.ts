import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { testFilm } from '@kaimai/contract/video/test-film.ts'
import { chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { callApi, loginApi } from '../e2e/harness/api.ts'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { removeData, startServer } from '../e2e/harness/server.ts'
import { type BenchRow, cpuSeconds, medianOf } from './process.ts'

const megabyte = 1_000_000

interface Measured {
  readonly perSecond: number
  /** CPU seconds a gigabyte. */
  readonly cpuPerGigabyte: number
}

const measure = async (pid: number, bytes: number, upload: () => Promise<void>): Promise<Measured> => {
  const cpu = cpuSeconds(pid)
  const begun = performance.now()
  await upload()
  const seconds = (performance.now() - begun) / 1000
  return { perSecond: bytes / megabyte / seconds, cpuPerGigabyte: ((cpuSeconds(pid) - cpu) / bytes) * 1e9 }
}

interface Uploads {
  /** Uploads a file once, and says what it cost. */
  readonly upload: (file: Buffer) => Promise<Measured>
  readonly end: () => Promise<void>
}

/** All chunks but the last, one after the other, as the browser sends them (the last would start the packaging). */
const startOurs = async (smoke: boolean): Promise<Uploads> => {
  const server = await startServer()
  // What the first start does behind its visitors' backs is no part of an upload.
  if (!smoke) await untilDemoIsFilled(server.url, server.dataDir)
  const { firmId, headers } = await loginApi(server.url, 'demo', 'kaimai-demo')
  const send = async (file: Buffer): Promise<void> => {
    const uuid = randomUUID()
    for (const { chunk, offset, length } of chunksOf(file.length)) {
      const form = new FormData()
      const fields = {
        firmId,
        uuid,
        chunk,
        offset,
        size: file.length,
        name: 'bench.mp4',
        type: '.mp4',
        finished: false,
        duration: 60,
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
      form.set(
        'file',
        new Blob([new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset + offset, length)]),
        'chunk',
      )
      const { result } = await callApi(server.url, videoRoutes.uploadChunk, { body: form }, headers)
      if (result !== 'Success') throw new Error('upload: a chunk was refused')
    }
  }
  return {
    upload: (file) => measure(server.process.pid ?? 0, file.length, () => send(file)),
    end: async () => {
      await server.stop()
      await removeData(server)
    },
  }
}

const startTus = async (): Promise<Uploads> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-tus-'))
  const child = spawn(process.execPath, [fileURLToPath(new URL('./tus-peer.ts', import.meta.url)), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(Number(String(data)))),
  )
  const tus = { 'tus-resumable': '1.0.0' }
  const send = async (file: Buffer): Promise<void> => {
    const made = await fetch(`http://127.0.0.1:${port}/files`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(file.length) },
    })
    const location = new URL(made.headers.get('location') ?? '', `http://127.0.0.1:${port}`)
    for (const { offset, length } of chunksOf(file.length)) {
      const sent = await fetch(location, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset + offset, length),
      })
      if (sent.status !== 204) throw new Error(`tus: ${sent.status}`)
    }
  }
  return {
    upload: (file) => measure(child.pid ?? 0, file.length, () => send(file)),
    end: async () => {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const turns = { whole: 5, smoke: 1 } as const

/** Upload in 5 MiB chunks over HTTP, in turns with @tus/server: machines differ twofold within minutes. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const file = randomBytes(smoke ? 20 * megabyte : 200 * megabyte)
  // What is no film is refused with its first chunk.
  file.set(testFilm(2000))
  const ours: Measured[] = []
  const theirs: Measured[] = []
  const [kaimai, tus] = [await startOurs(smoke), await startTus()]
  try {
    for (let turn = 0; turn < turns[smoke ? 'smoke' : 'whole']; turn += 1) {
      ours.push(await kaimai.upload(file))
      theirs.push(await tus.upload(file))
    }
  } finally {
    await kaimai.end()
    await tus.end()
  }
  const speedOf = (all: readonly Measured[]) => medianOf(all.map(({ perSecond }) => perSecond))
  const cpuOf = (all: readonly Measured[]) => medianOf(all.map(({ cpuPerGigabyte }) => cpuPerGigabyte))
  const [speed, peerSpeed, cpu, peerCpu] = [speedOf(ours), speedOf(theirs), cpuOf(ours), cpuOf(theirs)]
  return [
    {
      name: 'upload in 5 MiB chunks, median of five in turns (peer: @tus/server)',
      ours: Math.round(speed),
      peer: Math.round(peerSpeed),
      unit: 'MB/s',
      ratio: speed / peerSpeed,
      goal: 0.5,
      ok: smoke || speed / peerSpeed >= 0.5,
    },
    {
      name: 'upload: CPU a gigabyte, median of five in turns (peer: @tus/server)',
      ours: Math.round(cpu * 100) / 100,
      peer: Math.round(peerCpu * 100) / 100,
      unit: 's',
      ratio: peerCpu / cpu,
      goal: 0.4,
      ok: smoke || peerCpu / cpu >= 0.4,
    },
  ]
}
