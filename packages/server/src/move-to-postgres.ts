import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDatabase, isEmpty } from './platform/db/copy-database.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { migrate } from './platform/db/migrate.ts'
import { readEnvironment } from './platform/environment.ts'
import { diskStore } from './platform/files/disk-store.ts'
import { s3Store } from './platform/files/s3-store.ts'
import { installJobTables } from './platform/jobs/boss.ts'
import { takeLock } from './platform/lock.ts'
import { makeLog } from './platform/log/log.ts'
import { s3SettingsOf } from './platform/platform.ts'
import { checkSecret, secretFrom } from './platform/secret.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Moves everything from the data folder to PostgreSQL (and to S3, when S3_… is set). The data folder stays as it is:
 * if anything goes wrong, start with it again.
 */
const move = async (): Promise<void> => {
  const url = process.env['DATABASE_URL']
  if (!url)
    throw new Error('Say where to: DATABASE_URL=postgres://user:password@host/database npm run move-to-postgres')
  const { DATABASE_URL: _, KAIMAI_SECRET: secretOfEnvironment, ...rest } = process.env
  const environment = readEnvironment(rest)
  const log = makeLog({ level: 'warn' })
  const lock = takeLock(environment.dataDir, () => new Date())
  try {
    const secretText = secretOfEnvironment ?? (await readFile(join(environment.dataDir, 'secret'), 'utf8')).trim()
    const source = await openDatabase({ dataDir: join(environment.dataDir, 'database'), log })
    const target = await openDatabase({ url, log })
    try {
      await migrate(source, { log })
      await migrate(target, { log })
      await installJobTables(target, log)
      if (!(await isEmpty(target)))
        throw new Error('The database that DATABASE_URL names is not empty: nothing was moved.')
      await checkSecret(source, secretFrom(secretText))
      const counts = await copyDatabase(source, target)
      await checkSecret(target, secretFrom(secretText))
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
      say(`${rows} rows of ${Object.keys(counts).length} tables are in PostgreSQL.`)
    } finally {
      await source.close()
      await target.close()
    }
    if (environment.s3) {
      const from = diskStore({ folder: join(environment.dataDir, 'files') })
      const to = s3Store(s3SettingsOf(environment.s3))
      let files = 0
      for await (const { key } of from.list('')) {
        const bytes = await from.bytes(key)
        if (bytes) await to.put(key, bytes)
        files += 1
      }
      say(`${files} files are in the bucket.`)
    } else
      say(
        `Files stay in ${join(environment.dataDir, 'files')}: every process needs that folder, or set S3_… and move again.`,
      )
    say('\nFrom now on start with\n')
    say(
      `  DATABASE_URL=… KAIMAI_SECRET=${secretOfEnvironment === undefined ? `"$(cat ${join(environment.dataDir, 'secret')})"` : '…'} npm start\n`,
    )
  } finally {
    lock.release()
  }
}

try {
  await move()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
