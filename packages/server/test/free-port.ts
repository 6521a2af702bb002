import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Below those that systems give to outgoing lines by themselves, which may take one before a server listens on it. */
const firstPort = 12_000
const ports = 18_000
/** Workers that run beside each other begin far from each other. */
let next = (process.pid * 37 + threadId * 1009) % ports

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of 127.0.0.1 that is free, and stays so while nobody else is told of it. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < ports; tries++) {
    const port = firstPort + next
    next = (next + 1) % ports
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}
