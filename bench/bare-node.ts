import { type ChildProcess, spawn } from 'node:child_process'
import autocannon from 'autocannon'
import { cpuSeconds } from './process.ts'

/** A plain node server that answers the same bytes from memory: what the machine gives at best. */
const source = `
  const http = require('node:http')
  const body = Buffer.from(process.argv[1], 'base64')
  http.createServer((q, r) => { r.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', 'content-length': body.length }); r.end(body) })
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

export const startBareNode = async (body: Buffer): Promise<{ child: ChildProcess; pid: number; url: string }> => {
  const child = spawn(process.execPath, ['-e', source, body.toString('base64')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve) =>
    child.stdout?.once('data', (data: Buffer) => resolve(Number(String(data)))),
  )
  return { child, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/` }
}

export interface Load {
  readonly answered: number
  /** Seconds, of the process that answers. */
  readonly cpu: number
  readonly seconds: number
}

/** 50 connections ask a process for a while; throws when one answer was not 2xx. */
export const load = async (url: string, pid: number, seconds: number): Promise<Load> => {
  const before = cpuSeconds(pid)
  const result = await autocannon({ url, connections: 50, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { answered: result['2xx'], cpu: cpuSeconds(pid) - before, seconds: result.duration }
}

const calibrationBytes = 1_500

/** Answers by the second of CPU that bare node gives here and now: machines differ twofold by the day. */
export const bareNodeSpeed = async (seconds: number): Promise<number> => {
  const { child, pid, url } = await startBareNode(Buffer.alloc(calibrationBytes, 'x'))
  try {
    await load(url, pid, 1)
    const { answered, cpu } = await load(url, pid, seconds)
    return answered / cpu
  } finally {
    child.kill()
  }
}
