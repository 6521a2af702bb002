import { flushCompileCache } from 'node:module'
import { openDatabaseOf } from './platform/db/open-database.ts'
import { DatabaseSilent } from './platform/db/silence-watch.ts'
import type { ProcessLock } from './platform/db/process-lock.ts'
import { type Environment, readEnvironment } from './platform/environment.ts'
import { takeLock } from './platform/lock.ts'
import { createProcessEnd, exitCodes } from './process-end.ts'
import { type Log, makeLog } from './platform/log/log.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

// A disk that is full may hold what is printed as well: a line that can't be written ends nothing.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

let log = makeLog({ level: 'warn' })
const end = createProcessEnd(() => log, say)

/** An expected error is printed as text, without a stack: it is for the person who started the program. */
const refuse = (error: unknown): void => {
  // What was closed meanwhile can't be opened any more.
  if (end.isEnding()) return
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(exitCodes.refused)
}

const lockOf = async (
  { databaseUrl, redisUrl }: Environment,
  log: Log,
  onLost: (error: Error) => void,
): Promise<ProcessLock | undefined> => {
  if (databaseUrl === undefined) return undefined
  const { takeProcessLock } = await import('./platform/db/process-lock.ts')
  return takeProcessLock({ url: databaseUrl, shared: redisUrl !== undefined, log, onLost })
}

const start = async () => {
  const startedAt = performance.now()
  const environment = readEnvironment()
  // Two processes on one embedded database lose rows without a word: the lock is taken before anything is opened.
  const embedded = environment.databaseUrl === undefined
  const lock = embedded ? takeLock(environment.dataDir, () => new Date()) : undefined
  log = makeLog({ level: environment.logLevel })
  const { crash, close } = end
  const processLock = await lockOf(environment, log, (error) => crash(error, 'another process has taken the database'))
  end.opened(
    () => processLock?.release(),
    () => lock?.release(),
  )
  // The embedded database starts in its thread while the program is read in this one.
  const opening = openDatabaseOf(environment, {
    log,
    onLost: (error) => {
      if (error instanceof DatabaseSilent)
        crash(error, 'the embedded database does not answer any more', exitCodes.databaseSilent)
      else crash(error, 'the embedded database has died')
    },
  })
  const [{ openPlatform }, { createApp }, { createDemo }, { openOperatorSocket }, { operatorCommands }] =
    await Promise.all([
      import('./platform/platform.ts'),
      import('./app.ts'),
      import('./demo.ts'),
      import('./platform/operator-socket.ts'),
      import('./operator-commands.ts'),
      opening,
    ])
  const platform = await openPlatform({ environment, log, opening })
  const app = await createApp({ platform, environment })
  end.opened(app.close)
  await app.start()
  const demo = createDemo({ app, platform, environment })
  const keepsDemo = environment.demo && environment.roles.has('worker')
  if (keepsDemo) await demo.fill()
  app.setDemoLogin(demo.login)
  if (embedded) {
    const commands = operatorCommands({ app, platform })
    const socket = await openOperatorSocket({ dataDir: environment.dataDir, commands, log })
    end.opened(() => socket.close())
  }
  await app.listen()
  lock?.publish({ port: environment.port })

  say(
    `Kaimai ${app.version} is ready on ${environment.publicUrl} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  )
  // Who started it (tooling/supervise.mjs) hears of it, and takes the server along when it goes itself.
  process.send?.('ready')
  process.on('disconnect', () => void close())
  // From here on an error is the running server's: it ends by the last resort, with its own code, or goes on.
  if (keepsDemo)
    await demo.open().catch((error: unknown) => log.error({ err: error }, 'the demo room could not be opened'))
  demo.placeOrders().catch((error: unknown) => log.error({ err: error }, 'the demo orders could not be placed'))
  const login: Awaited<ReturnType<typeof demo.login>> = await demo.login().catch((error: unknown) => {
    log.error({ err: error }, 'the demo login could not be read')
    return {}
  })
  if (login.account)
    say(`  Log in:      ${environment.publicUrl}/auth/login   account ${login.account}, password ${login.password}`)
  if (login.entryUrl) say(`  Live now:    ${environment.publicUrl}/demo-room`)
  if (login.account) say(`  Sign up:     ${environment.publicUrl}/f/demo`)
  flushCompileCache()
}

await start().catch(refuse)
