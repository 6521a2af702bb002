// The server that letters.ts measures: the whole app in a process of its own, with a firm whose people have all come before.
// It is noon in Taipei there, whenever the bench runs: no marketing leaves at night.
import { createApp } from '../packages/server/src/app.ts'
import type { Clock } from '../packages/server/src/platform/clock.ts'
import { readEnvironment } from '../packages/server/src/platform/environment.ts'
import { makeLog } from '../packages/server/src/platform/log/log.ts'
import { openPlatform } from '../packages/server/src/platform/platform.ts'
import { sessionLettersTick } from '../packages/server/src/modules/signup/session-letters.service.ts'
import { fillSignups } from '../packages/server/test/signup-factory.ts'
import { benchAccount, hourMs } from './letters-firm.ts'

/** What the server says once it listens. */
export interface Ready {
  readonly origin: string
  readonly signupId: string
  /** The time there, epoch ms. */
  readonly nowMs: number
}

/** How far the server is. */
export interface Progress {
  readonly queued: number
  readonly sent: number
  readonly others: number
  readonly databaseBytes: number
  /** Of the whole process since its start, seconds. */
  readonly cpuSeconds: number
  /** The most that the process has held. */
  readonly peakBytes: number
  /** How long the last hand-over took, or the last reminders from the moment they were due, seconds. */
  readonly sendSeconds: number
}
export type AskServer = 'progress' | 'hand over' | 'remind' | 'close'

const noonOffset = (): number => {
  const day = 24 * hourMs
  const noonInTaipei = 4 * hourMs
  return (noonInTaipei - (Date.now() % day) + day) % day
}
let offsetMs = noonOffset()
const clock: Clock = {
  ms: () => Date.now() + offsetMs,
  now: () => new Date(Date.now() + offsetMs),
  monotonicMs: () => performance.now() + offsetMs,
}

const people = Number(process.argv[2])
const reminded = Number(process.argv[3])
const environment = readEnvironment()
const platform = await openPlatform({ environment, log: makeLog({ level: environment.logLevel }), clock })
const app = await createApp({ platform, environment })
const { db } = platform
await app.start()
const firmId = await app.services.auth.found(
  { ...benchAccount, email: 'owner@example.com', userName: '王小明', phone: '+886912345678' },
  { name: '器日' },
)
const { signupId, liveId } = await fillSignups(db, firmId, people)
await db.raw(
  `update "signupUser" set "isCancelNotice" = false, "cameAt" = coalesce("cameAt", "createdAt") where "signupId" = $1`,
  [signupId],
)
await db.raw('analyze')
const origin = (await app.listen(0)).replace('[::1]', '127.0.0.1')

let sendSeconds = 0
const progress = async (): Promise<Progress> => {
  const { rows } = await db.raw(
    `select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'sent')::int as sent,
       count(*) filter (where state not in ('queued', 'sent'))::int as others,
       pg_database_size(current_database()) as bytes
     from "letterRecipient" where "firmId" = $1`,
    [firmId],
  )
  const [row] = rows
  const { user, system } = process.cpuUsage()
  return {
    queued: Number(row?.['queued']),
    sent: Number(row?.['sent']),
    others: Number(row?.['others']),
    databaseBytes: Number(row?.['bytes']),
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    sendSeconds,
  }
}

/** An hour passes, so that what is scheduled is due, and this process hands all of it over. */
const handOver = async (): Promise<void> => {
  offsetMs += hourMs
  const beganAt = performance.now()
  await platform.jobs.runTick('letters-due')
  sendSeconds = (performance.now() - beganAt) / 1000
}

/** The session begins within the hour, and some of its people, as many as come to a large room, are reminded of it. */
const remind = async (): Promise<void> => {
  await db.raw(
    `delete from "signupSeat" where "liveId" = $1 and "signupUserId" not in (
       select id from "signupUser" where "signupId" = $2 order by id limit $3)`,
    [liveId, signupId, reminded],
  )
  const beginMs = clock.ms() + hourMs - 60_000
  await db.raw('update live set "beginAt" = $2, "endAt" = $3 where id = $1', [
    liveId,
    new Date(beginMs),
    new Date(beginMs + hourMs),
  ])
  const { sent } = await progress()
  const beganAt = performance.now()
  for (let left = reminded; left > 0; left = sent + reminded - (await progress()).sent) {
    await platform.jobs.runTick(sessionLettersTick)
    await platform.jobs.idle()
  }
  sendSeconds = (performance.now() - beganAt) / 1000
}

const answer = async (ask: AskServer): Promise<void> => {
  if (ask === 'close') {
    await app.close()
    process.exit(0)
  }
  if (ask === 'hand over') await handOver()
  if (ask === 'remind') await remind()
  process.send?.(await progress())
}
process.on('message', (ask: AskServer) => void answer(ask))
process.on('disconnect', () => process.exit(0))
process.send?.({ origin, signupId, nowMs: clock.ms() } satisfies Ready)
