import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { guarded } from './guarded.ts'

/** Each parses its own arguments; what it throws is shown to the operator by its message. */
export type OperatorCommands = Record<string, (args: unknown) => Promise<unknown>>

export interface OperatorSocket {
  close(): Promise<void>
}

/** The system's limit for a socket's path is 104 (macOS) or 108 (Linux) bytes. */
const maxPathBytes = 100
const maxLineBytes = 1_048_576

const question = z.object({ command: z.string(), args: z.unknown() })
const reply = z.union([
  z.object({ ok: z.literal(true), answer: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])

const socketPath = (dataDir: string) => join(dataDir, 'operator.sock')
const pointerPath = (dataDir: string) => join(dataDir, 'operator.sock.path')

/** Calls `onLine` for each line of what it is given; ends the connection when one is longer than 1 MB. */
const readLines = (socket: Socket, onLine: (line: string) => void): ((chunk: Buffer) => void) => {
  let buffer = Buffer.alloc(0)
  return (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (let end = buffer.indexOf(10); end !== -1; end = buffer.indexOf(10)) {
      onLine(buffer.subarray(0, end).toString('utf8'))
      buffer = buffer.subarray(end + 1)
    }
    if (buffer.length > maxLineBytes) socket.destroy(new Error('the line is too long'))
  }
}

const runCommand = async (commands: OperatorCommands, line: string): Promise<z.infer<typeof reply>> => {
  try {
    const { command, args } = question.parse(JSON.parse(line))
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (run === undefined) {
      throw new Error(`There is no command ${command}. There are: ${Object.keys(commands).sort().join(', ')}.`)
    }
    return { ok: true, answer: (await run(args)) ?? null }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    // The file is made inside listen(): with this mask nobody else can open it even for a moment.
    const mask = isMainThread ? process.umask(0o177) : undefined
    try {
      server.listen(path, () => {
        server.off('error', reject)
        resolve()
      })
    } finally {
      if (mask !== undefined) process.umask(mask)
    }
  })

/** Not recursive: the path comes from a file. */
const removeFar = async (path: string): Promise<void> => {
  await rm(path, { force: true })
  await rmdir(dirname(path)).catch(() => {})
}

export interface OperatorSocketOptions {
  dataDir: string
  commands: OperatorCommands
  log: Pick<BaseLogger, 'error' | 'warn'>
}

/** Call it with the data folder's lock held: a socket that is found there was left by a process that died. */
export const openOperatorSocket = async (options: OperatorSocketOptions): Promise<OperatorSocket> => {
  const { dataDir, commands, log } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await rm(socketPath(dataDir), { force: true })
  const pointed = await readFile(pointerPath(dataDir), 'utf8').catch(() => undefined)
  if (pointed !== undefined) await removeFar(pointed.trim())
  await rm(pointerPath(dataDir), { force: true })

  const isShort = Buffer.byteLength(socketPath(dataDir)) <= maxPathBytes
  const folder = isShort ? undefined : await mkdtemp(join(tmpdir(), 'kaimai-'))
  const path = folder === undefined ? socketPath(dataDir) : join(folder, 'operator.sock')

  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on(
      'close',
      guarded(log, 'an operator was not counted off', () => open.delete(socket)),
    )
    socket.on('error', (error) => log.warn({ err: error }, 'the operator went away'))
    const destroy = () => void socket.destroy()
    const answer = async (line: string): Promise<void> => {
      const result = await runCommand(commands, line)
      if (socket.writable) socket.write(`${JSON.stringify(result)}\n`)
    }
    const read = readLines(socket, guarded(log, 'the operator could not be answered', answer, destroy))
    socket.on('data', guarded(log, 'what the operator sent could not be read', read, destroy))
  })
  await listen(server, path)
  await chmod(path, 0o600)
  if (folder !== undefined) await writeFile(pointerPath(dataDir), `${path}\n`, { mode: 0o600 })

  return {
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(pointerPath(dataDir), { force: true })
      if (folder !== undefined) await removeFar(path)
    },
  }
}

const downCodes = new Set<unknown>(['ENOENT', 'ECONNREFUSED'])

/** True for an error of `askOperator` that says that no server runs on this data folder. */
export const isServerDown = (error: unknown): boolean => error instanceof Error && error.name === 'ServerDown'

/** Throws with the command's own words when it failed, and a `ServerDown` when no server runs. */
export const askOperator = async (dataDir: string, command: string, args: unknown = {}): Promise<unknown> => {
  const pointed = await readFile(pointerPath(dataDir), 'utf8').catch(() => undefined)
  const path = pointed?.trim() ?? socketPath(dataDir)
  const socket = createConnection(path).setEncoding('utf8')
  socket.write(`${JSON.stringify({ command, args })}\n`)
  let text = ''
  try {
    for await (const part of socket) {
      text += String(part)
      if (text.includes('\n')) break
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && downCodes.has(error.code))) throw error
    const down = new Error(`No server runs on the data folder ${dataDir}.`, { cause: error })
    down.name = 'ServerDown'
    throw down
  }
  const [line, rest] = text.split('\n')
  if (line === undefined || rest === undefined) throw new Error('The server went away before it had answered.')
  const answer = reply.parse(JSON.parse(line))
  if (!answer.ok) throw new Error(answer.error)
  return answer.answer
}
