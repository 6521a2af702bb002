import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

export interface Server {
  url: string
  stop(): Promise<void>
}

const startTries = 100
const startPauseMs = 100

const binFolder = (): string => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (found !== undefined) return found
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (asked.status === 0) return asked.stdout.trim()
  throw new Error('PostgreSQL is not installed (no initdb found)')
}

interface User {
  uid?: number
  gid?: number
}

const idOf = (flag: '-u' | '-g', name: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)

/** PostgreSQL refuses to run as root. */
const unprivileged = (): User => {
  if (process.getuid?.() !== 0) return {}
  const name = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
  return { uid: idOf('-u', name), gid: idOf('-g', name) }
}

/** A process outside ours that ends the server and removes its folder when `owner` is gone, however it went. */
const guard = (owner: number, pid: number, folder: string): void => {
  const script = `while kill -0 ${owner} 2>/dev/null && kill -0 ${pid} 2>/dev/null; do sleep 1; done
kill -INT ${pid} 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 ${pid} 2>/dev/null || break; sleep 0.5; done
kill -KILL ${pid} 2>/dev/null
rm -rf "$1"`
  spawn('sh', ['-c', script, 'guard', folder], { detached: true, stdio: 'ignore' }).unref()
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const stopProcess = async (pid: number, folder: string): Promise<void> => {
  if (alive(pid)) process.kill(pid, 'SIGINT')
  for (let i = 0; i < startTries && alive(pid); i += 1) await sleep(startPauseMs)
  rmSync(folder, { recursive: true, force: true })
}

export interface PostgresOptions {
  /** The process whose end ends the cluster; this one by default. */
  owner?: number
  /** With fsync, as in production: for fault runs and figures. */
  durable?: boolean
  /** Beside those of every test: `name=value`. */
  settings?: readonly string[]
}

/** A PostgreSQL of its own in a temporary folder, on a unix socket. */
export const startPostgres = async ({
  owner = process.pid,
  durable = false,
  settings: further = [],
}: PostgresOptions = {}): Promise<Server> => {
  const bin = binFolder()
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'kaimai-pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const init = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'kaimai', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'deadlock_timeout=50ms',
    ...further,
  ]
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  const log = join(folder, 'log')
  const child = spawn(
    'sh',
    ['-c', 'log="$1"; shift; exec "$@" >"$log" 2>&1', 'postgres', log, join(bin, 'postgres'), '-D', data].concat(
      settings.flatMap((setting) => ['-c', setting]),
    ),
    { ...user, cwd: folder, detached: true, stdio: 'ignore' },
  )
  child.unref()
  const { pid } = child
  if (pid === undefined) throw new Error('PostgreSQL did not start')
  guard(owner, pid, folder)
  const url = `postgres://kaimai@localhost/postgres?host=${encodeURIComponent(folder)}`
  for (let i = 0; ; i += 1) {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (i === startTries || !alive(pid)) {
        throw new Error(`PostgreSQL did not start: ${existsSync(log) ? readFileSync(log, 'utf8') : ''}`, {
          cause: error,
        })
      }
      await sleep(startPauseMs)
    }
  }
  return { url, stop: () => stopProcess(pid, folder) }
}

const redisAnswers = (port: number): boolean =>
  spawnSync('redis-cli', ['-h', '127.0.0.1', '-p', String(port), 'ping'], { encoding: 'utf8' }).stdout?.trim() ===
  'PONG'

/** A Redis of its own on a random port of 127.0.0.1, which keeps nothing on disk. */
export const startRedis = async ({ owner = process.pid }: { owner?: number } = {}): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'kaimai-redis-'))
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort()
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { detached: true, stdio: 'ignore' },
    )
    child.on('error', () => {})
    child.unref()
    const { pid } = child
    if (pid === undefined) throw new Error('redis-server is not installed')
    guard(owner, pid, folder)
    for (let i = 0; i < startTries && alive(pid); i += 1) {
      if (redisAnswers(port)) return { url: `redis://127.0.0.1:${port}`, stop: () => stopProcess(pid, folder) }
      await sleep(startPauseMs)
    }
  }
  throw new Error('redis-server did not start')
}
