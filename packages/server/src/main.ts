import { createApp } from './app.ts'
import { createDemo } from './demo.ts'
import { readEnvironment } from './platform/environment.ts'
import { takeLock } from './platform/lock.ts'
import { makeLog } from './platform/log/log.ts'
import { openOperatorSocket } from './platform/operator-socket.ts'
import { openPlatform } from './platform/platform.ts'
import { operatorCommands } from './operator-commands.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** A refusal is told in words, without a stack: it is for the person who started the program. */
const refuse = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

const start = async () => {
  const startedAt = performance.now()
  const environment = readEnvironment()
  // Two processes on one embedded database lose rows without a word: the lock is taken before anything is opened.
  const embedded = environment.databaseUrl === undefined
  const lock = embedded ? takeLock(environment.dataDir, () => new Date()) : undefined
  const log = makeLog({ level: environment.logLevel })
  const platform = await openPlatform({ environment, log })
  const app = await createApp({ platform, environment })
  await app.start()
  const demo = createDemo({ app, platform, environment })
  if (environment.demo && environment.roles.has('worker')) await demo.start()
  app.setDemoLogin(demo.login)
  const socket = embedded
    ? await openOperatorSocket({ dataDir: environment.dataDir, commands: operatorCommands({ app, platform }), log })
    : undefined
  await app.listen()
  demo.opened().catch((error: unknown) => log.error({ err: error }, 'the demo orders could not be placed'))
  lock?.tell({ port: environment.port })

  say(
    `Kaimai ${app.version} is ready on ${environment.publicUrl} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  )
  const login = await demo.login()
  if (login.account)
    say(`  Log in:      ${environment.publicUrl}/auth/login   account ${login.account}, password ${login.password}`)
  if (login.roomUrl) say(`  Live now:    ${environment.publicUrl}${login.roomUrl}`)
  if (login.account) say(`  Sign up:     ${environment.publicUrl}/f/demo`)

  let closing = false
  const close = async (): Promise<void> => {
    if (closing) return
    closing = true
    say('Closing …')
    await socket?.close()
    await app.close()
    lock?.release()
    process.exit(0)
  }
  process.on('SIGINT', () => void close())
  process.on('SIGTERM', () => void close())
}

await start().catch(refuse)
