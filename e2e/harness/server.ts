import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../packages/server/test/free-port.ts'

const ofProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const program = ofProject('packages/server/dist/program/main.js')

let building: Promise<unknown> | undefined
/** Brings what `npm start` runs up to date: the journeys see what a merchant gets. */
const ensureBuilt = (): Promise<unknown> =>
  (building ??= promisify(execFile)(process.execPath, [ofProject('tooling/build.mjs')]))
const readyWithinMs = 240_000

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  readonly port: number
  /** What it has printed so far. */
  readonly output: () => string
  readonly process: ChildProcess
  /** Ends it as an operator would. */
  readonly stop: () => Promise<void>
  /** kill -9. */
  readonly kill: () => Promise<void>
}

export interface ServerOptions {
  readonly dataDir?: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
  })

/** Names the folder that filled.ts fills in, or has filled in: set in journeys, and by npm test for what comes after them. */
export const filledFolder = 'KAIMAI_E2E_FILLED'
/** Stands beside it once it is; holds why not. */
export const isFilled = (folder: string): string => `${folder}.done`

/** Its pictures alone may take five minutes on a slow machine. */
const filledWithinMs = 400_000

const untilFilled = async (folder: string): Promise<void> => {
  const until = performance.now() + filledWithinMs
  for (;;) {
    const fault = await readFile(isFilled(folder), 'utf8').catch(() => undefined)
    if (fault === '') return
    if (fault !== undefined || performance.now() > until) throw new Error(`the demo firm: ${fault ?? 'not in time'}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** What decides what a first start fills in, and where. */
const fillingNames = ['DATABASE_URL', 'KAIMAI_SECRET', 'KAIMAI_DEMO', 'HOST', 'S3_ENDPOINT']

const newDataDir = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kaimai-e2e-'))
  const filled = process.env[filledFolder]
  if (filled !== undefined && !fillingNames.some((name) => env[name] !== undefined)) {
    await untilFilled(filled)
    await cp(filled, dataDir, { recursive: true })
  }
  return dataDir
}

const running = new Set<ChildProcess>()

/** Those whose test failed before it stopped them: they would take time of the files after it. */
export const killRunning = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

/** The real program as its own process, on a data folder of its own unless one is given; answers once it says it is ready. */
export const startServer = async (options: ServerOptions = {}): Promise<RunningServer> => {
  const dataDir = options.dataDir ?? (await newDataDir(options.env ?? {}))
  const port = options.port ?? (await freePort())
  await ensureBuilt()
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      KAIMAI_DATA: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // As npm start has it: the next start need not compile the program again.
      NODE_COMPILE_CACHE: ofProject('.cache/compile'),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let text = ''
  const take = (chunk: Buffer) => {
    text += chunk.toString('utf8')
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name)
    await ended(child)
  }
  const until = performance.now() + readyWithinMs
  // Where the demo firm is kept and its password is known, its own lines come last.
  const { KAIMAI_DEMO, HOST } = options.env ?? {}
  const last = KAIMAI_DEMO === undefined && HOST === undefined ? 'Sign up:' : 'is ready on'
  while (!text.includes(last)) {
    if (child.exitCode !== null || performance.now() > until) {
      await signal('SIGKILL')
      throw new Error(`the server did not start:\n${text}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    port,
    output: () => text,
    process: child,
    stop: () => signal('SIGTERM'),
    kill: () => signal('SIGKILL'),
  }
}

export const removeData = (server: Pick<RunningServer, 'dataDir'>): Promise<void> =>
  rm(server.dataDir, { recursive: true, force: true })
