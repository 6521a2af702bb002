import { parseArgs } from 'node:util'
import { createApp } from './app.ts'
import { operatorTable } from './operator-commands.ts'
import { readEnvironment } from './platform/environment.ts'
import { takeLock } from './platform/lock.ts'
import { makeLog } from './platform/log/log.ts'
import { askOperator, isServerDown } from './platform/operator-socket.ts'
import { openPlatform } from './platform/platform.ts'

const help = (): string => {
  const rows = Object.values(operatorTable(() => unreachable())).map(({ usage, does }) => `  ${usage}\n      ${does}`)
  return `npm run operator -- COMMAND [--name value …]\n\n${rows.join('\n')}\n`
}

const unreachable = (): never => {
  throw new Error('help runs no command')
}

/** Runs one command by itself: on a data folder that no server holds, or on the database of DATABASE_URL. */
const runAlone = async (name: string, args: unknown): Promise<unknown> => {
  const environment = readEnvironment()
  const lock = environment.databaseUrl === undefined ? takeLock(environment.dataDir, () => new Date()) : undefined
  const platform = await openPlatform({ environment, log: makeLog({ level: 'error' }) })
  const app = await createApp({ platform, environment })
  try {
    await app.services.access.start()
    const command = operatorTable(() => ({ app, platform }))[name]
    if (!command) throw new Error(help())
    return await command.run(args)
  } finally {
    await app.close()
    lock?.release()
  }
}

/** While a server runs on the data folder, the command goes to it; else it is run here. */
const run = async (name: string, args: unknown): Promise<unknown> => {
  const environment = readEnvironment()
  if (environment.databaseUrl !== undefined) return runAlone(name, args)
  try {
    return await askOperator(environment.dataDir, name, args)
  } catch (error) {
    if (isServerDown(error)) return runAlone(name, args)
    throw error
  }
}

const [name, ...rest] = process.argv.slice(2)
if (name === undefined || name === 'help' || !(name in operatorTable(unreachable))) {
  process.stdout.write(help())
  process.exit(name === undefined || name === 'help' ? 0 : 2)
}
const options = Object.fromEntries(
  rest
    .filter((word) => word.startsWith('--'))
    .map((word) => [word.slice(2).split('=')[0] ?? '', { type: 'string' as const }]),
)
try {
  const answer = await run(name, parseArgs({ args: rest, options }).values)
  process.stdout.write(`${typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
