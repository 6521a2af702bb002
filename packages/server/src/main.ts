import { flushCompileCache } from 'node:module'
import { openDatabaseOf } from './platform/db/open-database.ts'
import type { ProcessLock } from './platform/db/process-lock.ts'
import { type Environment, readEnvironment } from './platform/environment.ts'
import { takeLock } from './platform/lock.ts'
import { type Log, makeLog } from './platform/log/log.ts'

/** What the process ends with when it had to give up: `npm start` then starts it again. */
const crashCode = 70
/** What is in order says goodbye within so long; then the process ends whatever is left. */
const crashWithinMs = 3_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** An expected error is printed as text, without a stack: it is for the person who started the program. */
const refuse = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** What there is to close by now, newest first. */
const closers: (() => Promise<unknown> | undefined | void)[] = []
const closeAll = async (onFailed: (error: unknown) => void): Promise<void> => {
  for (const close of closers.splice(0)) {
    try {
      await close()
    } catch (error) {
      onFailed(error)
    }
  }
}

const lastResort = (log: Log) => {
  let ending = false
  const crash = (error: unknown, what: string): void => {
    if (ending) {
      log.error({ err: error }, what)
      return
    }
    ending = true
    log.fatal({ err: error }, `${what}: the process ends`)
    setTimeout(() => process.exit(crashCode), crashWithinMs)
    void closeAll(() => {}).then(() => process.exit(crashCode))
  }
  const close = async (): Promise<void> => {
    if (ending) return
    ending = true
    say('Closing …')
    let failed = false
    await closeAll((error) => {
      failed = true
      log.error({ err: error }, 'not all could be closed in order')
    })
    process.exit(failed ? crashCode : 0)
  }
  process.on('uncaughtException', (error) => crash(error, 'an error that nobody caught'))
  process.on('unhandledRejection', (error) => crash(error, 'a rejection that nobody caught'))
  return { crash, close }
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
  const log = makeLog({ level: environment.logLevel })
  const { crash, close } = lastResort(log)
  const processLock = await lockOf(environment, log, (error) => crash(error, 'another process has taken the database'))
  closers.unshift(
    () => processLock?.release(),
    () => lock?.release(),
  )
  // The embedded database starts in its thread while the program is read in this one.
  const opening = openDatabaseOf(environment, {
    log,
    onLost: (error) => crash(error, 'the embedded database has died'),
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
  closers.unshift(app.close)
  await app.start()
  const demo = createDemo({ app, platform, environment })
  const keepsDemo = environment.demo && environment.roles.has('worker')
  if (keepsDemo) await demo.fill()
  app.setDemoLogin(demo.login)
  if (embedded) {
    const commands = operatorCommands({ app, platform })
    const socket = await openOperatorSocket({ dataDir: environment.dataDir, commands, log })
    closers.unshift(() => socket.close())
  }
  process.on('SIGINT', () => void close())
  process.on('SIGTERM', () => void close())
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
