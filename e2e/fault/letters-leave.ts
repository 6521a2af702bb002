import { once } from 'node:events'
import { join } from 'node:path'
import { sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { SMTPServer } from 'smtp-server'
import type { Database } from '../../packages/server/src/platform/db/database.ts'
import { openDatabase } from '../../packages/server/src/platform/db/open-database.ts'
import { silentLog } from '../../packages/server/test/database.ts'
import { fillSignups } from '../../packages/server/test/signup-factory.ts'
import { callApi, loginApi } from '../harness/api.ts'
import { freePort } from '../../packages/server/test/free-port.ts'
import { removeData, type RunningServer, startServer } from '../harness/server.ts'
import type { Finding } from './acknowledged.ts'
import { pause } from './viewer-connection.ts'

export const lettersSmoke = { people: 300, kills: 3 } as const
export const lettersWhole = { people: 5_000, kills: 30 } as const

/** As many letters as the transport has on their way at once (smtp-mail). */
const concurrency = 10
/** Letters that leave between a start and the kill after it, at most. */
const leaveBeforeKill = 60
const dayMs = 86_400_000
/** A job of a process that died is another's only after five minutes. */
const stalledMs = 400_000
/** Longer than from one look at the queue to the next. */
const quietMs = 45_000

/** A mail server that counts how often it has taken a letter to each address; a letter that broke off is none. */
const startSink = async () => {
  const taken = new Map<string, number>()
  let total = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      stream.on('error', () => {})
      stream.on('end', () => {
        total += 1
        for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1)
        done()
      })
      stream.resume()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const place = listening.address()
  const port = typeof place === 'object' && place ? place.port : 0
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  return { url: `smtp://127.0.0.1:${port}`, taken, total: () => total, stop }
}

/** Of those who are counted: others of the demo get several letters of their own. */
const ours = 'fault-letter-'
const addressOf = `'${ours}' || substring(email from '\\d+') || '@example.com'`

/** So many people with a seat in a session that is days away, so that no letter goes by the clock. Answers its id. */
const seatPeople = async (db: Database, firmId: string, people: number): Promise<string> => {
  const { liveId, signupId } = await fillSignups(db, firmId, people)
  const beginAt = new Date(Date.now() + 5 * dayMs)
  await db.raw(`update live set "beginAt" = $2, "endAt" = $3 where id = $1`, [
    liveId,
    beginAt,
    new Date(beginAt.getTime() + dayMs),
  ])
  await db.raw(`update "signupUser" set "isCancelNotice" = false, email = ${addressOf} where "signupId" = $1`, [
    signupId,
  ])
  return liveId
}

/** As if the leases of the process that was killed had run out. */
const timePasses = (db: Database) =>
  db.raw(
    `update "letterRecipient" set "leaseUntil" = "leaseUntil" - interval '11 minutes' where "leaseUntil" is not null`,
  )

/**
 * kill -9 of the server at random moments while a letter leaves for thousands by a mail server: nobody's is lost, nobody's goes
 * twice, and of each kill no more are unknown than the transport takes at once.
 */
export const lettersLeave = async (
  env: Readonly<Record<string, string>>,
  { people, kills }: { readonly people: number; readonly kills: number },
  random: () => number,
  say: (text: string) => void,
): Promise<Finding[]> => {
  const sink = await startSink()
  const port = await freePort()
  const withSink = { ...env, SMTP_URL: sink.url }
  let server: RunningServer = await startServer({ port, env: withSink })
  const { url, dataDir } = server
  const { DATABASE_URL } = env
  /** The database while no server has it: PGlite is one process’s. */
  const inDatabase = async <R>(work: (db: Database) => Promise<R>): Promise<R> => {
    const place = DATABASE_URL === undefined ? { dataDir: join(dataDir, 'database') } : { url: DATABASE_URL }
    const db = await openDatabase({ log: silentLog, ...place })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  const { firmId } = await loginApi(url, 'demo', 'kaimai-demo')
  await server.stop()
  const liveId = await inDatabase((db) => seatPeople(db, firmId, people))
  server = await startServer({ port, dataDir, env: withSink })
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const asked = await callApi(url, sessionLetterRoutes.liveNotice, { body: { liveId } }, headers)

  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = sink.total() + 1 + Math.floor(random() * leaveBeforeKill)
    const until = performance.now() + stalledMs
    while (sink.total() < enough && performance.now() < until) await pause(5)
    await pause(random() * 30)
    await server.kill()
    say(`kill ${kill}: ${sink.total()} letters have left`)
    await inDatabase(timePasses)
    server = await startServer({ port, dataDir, env: withSink })
  }
  // All have left but those that are unknown, or a job of a dead process stands in the way of the rest.
  const least = people - kills * concurrency
  let [last, since] = [sink.total(), performance.now()]
  while (performance.now() < since + (sink.total() < least ? stalledMs : quietMs)) {
    await pause(100)
    if (sink.total() !== last) [last, since] = [sink.total(), performance.now()]
  }
  await server.stop()

  const { rows } = await inDatabase((db) =>
    db.raw(
      `select key, "toAddress" as address, state from "letterRecipient"
       where "firmId" = $1 and type = $2 and "toAddress" like '${ours}%'`,
      [firmId, letterTypes.liveNotice],
    ),
  )
  await sink.stop()
  await removeData(server)
  const timesTaken = (row: Readonly<Record<string, unknown>>): number => sink.taken.get(String(row['address'])) ?? 0
  const inState = (state: string) => rows.filter((row) => row['state'] === state)
  const [sent, unknown] = [inState('sent'), inState('unknown')]
  const others = rows.length - sent.length - unknown.length
  const unsure = unknown.filter((row) => timesTaken(row) > 0).length
  const twice = [...sink.taken].filter(([address, times]) => address.startsWith(ours) && times > 1).length
  return [
    {
      what: `letters: ${asked.people} people, each with one`,
      holds: asked.people === people && rows.length === people && new Set(rows.map(({ key }) => key)).size === people,
      detail: `${rows.length} rows for ${people}`,
    },
    { what: 'letters: none went twice', holds: twice === 0, detail: `${twice} addresses` },
    {
      what: `letters: what is sent has arrived (${sent.length})`,
      holds: sent.every((row) => timesTaken(row) === 1),
      detail: `${sent.filter((row) => timesTaken(row) !== 1).length} have not`,
    },
    { what: 'letters: none waits for ever', holds: others === 0, detail: `${others} are neither sent nor unknown` },
    {
      what: `letters: ${unknown.length} are unknown after ${kills} kills, ${unsure} of them had arrived`,
      holds: unknown.length <= kills * concurrency,
      detail: `more than ${concurrency} of each`,
    },
  ]
}
