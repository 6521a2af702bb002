import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { metaData, type TrackingEvent, tiktokData } from '@kaimai/contract/tracking/tracking-event.rules.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inBatches } from '../../platform/db/batches.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import {
  type Advertiser,
  type AdvertiserAccount,
  type AdvertiserAnswer,
  type AdvertiserFact,
  type AdvertiserName,
  eventsMax,
  oldestMs,
} from '../../platform/ports/advertiser.ts'
import { type TrackingStore } from './tracking.store.ts'
import type { AdvertiserEventRow } from './tracking.tables.ts'

/** An event that advertisers may receive: the visitor has agreed. */
export interface Outgoing extends Omit<AdvertiserFact, 'data' | 'name'> {
  readonly trackingEvent: TrackingEvent
}

export interface AdvertiserOutboxDeps {
  readonly store: TrackingStore
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly advertisers: readonly Advertiser[]
  /** By which a firm's events are sent; undefined: it has none, or its pages have no origin of their own. */
  readonly accountOf: (firmId: string, target: AdvertiserName) => Promise<AdvertiserAccount | undefined>
}

const jobName = 'tracking/send'
const takenAtOnce = 200
const leaseMs = 5 * 60_000
const againAfterMs = 30_000
const longestWaitMs = 3600_000
/** About a day of tries. */
const triesMax = 30
const dayMs = 86_400_000
/**
 * Events of a firm's pages that go on to its advertisers in a day. Strangers can make up as many as they like; who
 * bought or signed up is sent whatever the number.
 */
export const reportedMax = 50_000
const daysShown = 7

/** What a firm's pages reported for advertisers in a day (Taipei's). */
export interface AdvertiserDay {
  readonly day: string
  readonly passed: number
  /** Above the bound: no advertiser heard of them. */
  readonly dropped: number
}

/** How long until the next try, doubled each time up to an hour. */
export const waitAfter = (tries: number): number => Math.min(longestWaitMs, againAfterMs * 2 ** Math.max(0, tries - 1))

const groupKey = ({ firmId, target }: AdvertiserEventRow) => `${firmId} ${target}`

/** Events on their way to advertisers' servers: written down with their cause, sent by a job, each once. */
export const createAdvertiserOutbox = (deps: AdvertiserOutboxDeps) => {
  const { store, jobs, clock, log, advertisers, accountOf } = deps

  /** Those that a firm publishes to, of the ones that are switched on. Call it outside the transaction. */
  const targetsOf = async (firmId: string): Promise<readonly Advertiser[]> => {
    const found = await Promise.all(
      advertisers.map(async (advertiser) => ((await accountOf(firmId, advertiser.name)) ? [advertiser] : [])),
    )
    return found.flat()
  }

  const write = async (
    tx: Tx,
    firmId: string,
    targets: readonly Advertiser[],
    all: readonly Outgoing[],
  ): Promise<void> => {
    const now = clock.now()
    const rows = targets.flatMap((advertiser) =>
      all.map(({ trackingEvent, ...fact }) => ({
        id: newId(),
        target: advertiser.name,
        name: trackingEvent.event,
        eventId: fact.eventId,
        at: new Date(fact.atMs),
        event: advertiser.eventOf({
          ...fact,
          name: trackingEvent.event,
          data: { meta: metaData(trackingEvent), tiktok: tiktokData(trackingEvent) },
        }),
        state: 'waiting' as const,
        tries: 0,
        nextAt: now,
        problem: '',
      })),
    )
    if ((await store.putOutgoing(firmId, rows, tx)) > 0) await jobs.enqueue(jobName, {}, { on: tx, key: 'due' })
  }

  /** Of events that a page reported: so many as the day's bound lets pass. One that is reported again counts again. */
  const writeReported: typeof write = async (tx, firmId, targets, all) => {
    const reported = await store.countReported(firmId, taipeiDay(clock.ms()), all.length, tx)
    const room = Math.max(0, reportedMax - (reported - all.length))
    await write(tx, firmId, targets, all.slice(0, room))
  }

  const days = async (firmId: string): Promise<AdvertiserDay[]> => {
    const rows = await store.reportedDays(firmId, taipeiDay(clock.ms() - (daysShown - 1) * dayMs))
    return rows.map(({ day, reported }) => ({
      day,
      passed: Math.min(reported, reportedMax),
      dropped: Math.max(0, reported - reportedMax),
    }))
  }

  const putOff = async (firmId: string, rows: readonly AdvertiserEventRow[], reason: string) => {
    const tries = Math.max(...rows.map((row) => row.tries))
    const ids = rows.map(({ id }) => id)
    if (tries >= triesMax) return store.settle(firmId, ids, 'failed', reason)
    await store.putOff(firmId, ids, new Date(clock.ms() + waitAfter(tries)), reason)
  }

  const send = async (
    advertiser: Advertiser,
    account: AdvertiserAccount,
    firmId: string,
    rows: readonly AdvertiserEventRow[],
  ): Promise<void> => {
    const answer: AdvertiserAnswer = await advertiser.send(
      account,
      rows.map(({ event }) => event),
    )
    const ids = rows.map(({ id }) => id)
    if (answer.taken) return store.settle(firmId, ids, 'sent', '')
    log.warn({ firmId, target: advertiser.name, reason: answer.reason }, 'an advertiser took no events')
    if (!answer.permanent) return putOff(firmId, rows, answer.reason)
    if (rows.length === 1) return store.settle(firmId, ids, 'failed', answer.reason)
    // One wrong event refuses all of a call: alone, only it is refused.
    for (const row of rows) await send(advertiser, account, firmId, [row])
  }

  const sendGroup = async (rows: readonly AdvertiserEventRow[]): Promise<void> => {
    const [first] = rows
    if (!first) return
    const { firmId, target } = first
    const isOld = ({ at }: AdvertiserEventRow) => clock.ms() - at.getTime() >= oldestMs
    const old = rows.filter(isOld).map(({ id }) => id)
    await store.settle(firmId, old, 'failed', 'too old')
    const young = rows.filter((row) => !isOld(row))
    const advertiser = advertisers.find(({ name }) => name === target)
    const account = await accountOf(firmId, target)
    if (!advertiser || !account) {
      const ids = young.map(({ id }) => id)
      return store.settle(firmId, ids, 'failed', 'the merchant has switched it off')
    }
    for (const batch of inBatches(young, eventsMax)) await send(advertiser, account, firmId, batch)
  }

  const sendDue = async (): Promise<void> => {
    for (;;) {
      const rows = await store.takeDue(clock.now(), new Date(clock.ms() + leaseMs), takenAtOnce)
      if (rows.length === 0) return
      for (const group of Map.groupBy(rows, groupKey).values()) await sendGroup(group)
    }
  }

  jobs.define(jobName, { schema: z.object({}), retryLimit: 3, expireSeconds: 600 }, sendDue)
  jobs.every('tracking/due', 30, sendDue)

  return { targetsOf, write, writeReported, days }
}
export type AdvertiserOutbox = ReturnType<typeof createAdvertiserOutbox>
