import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { type Database, json, type Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { JobItem, JobRunner } from '../jobs/jobs.ts'
import { readOnce } from '../db/read-once.ts'

/**
 * Every event and its payload (JSON values only: instants as ISO text). Modules add theirs:
 * `declare module '../../platform/events/events.ts' { interface EventMap { 'order.paid': { firmId: string } } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface EventMap {}

export type EventName = keyof EventMap & string

export interface Events {
  /** One INSERT into the outbox in the caller's transaction. */
  emit<N extends EventName>(tx: Tx, name: N, payload: EventMap[N]): Promise<void>
  /**
   * `handler` runs at least once per event, in no order, retried with back-off: it must be idempotent (`id` is the
   * event's, the same at every run). `subscriber` names the handler for ever: waiting events carry it.
   */
  on<N extends EventName>(
    name: N,
    subscriber: string,
    handler: (payload: EventMap[N], event: { id: string }) => Promise<void>,
  ): void
}

interface EventTables {
  outbox: { id: string; name: string; payload: unknown; createdAt: Date }
}

const relayBatch = 200
const retries = { concurrency: 4, retryLimit: 12, retryDelaySeconds: 2, expireSeconds: 120, batch: 16 }

const envelope = z.object({ id: z.string(), payload: z.unknown() })

export const jobNameOf = (event: string, subscriber: string): string => `event/${event}/${subscriber}`

/**
 * The worker's relay turns each row of the outbox into one job per subscriber and deletes it, in one transaction: a
 * process that dies in between has done neither. So all processes of one version register the same subscribers.
 */
export const createEvents = ({ db, clock, jobs }: { db: Database; clock: Clock; jobs: JobRunner }): Events => {
  const subscribers = new Map<string, string[]>()

  const relay = (): Promise<boolean> =>
    db.transaction(async (tx) => {
      const taken = await tx
        .as<EventTables>()
        .deleteFrom('outbox')
        .where('id', '=', (eb) =>
          readOnce(eb.selectFrom('outbox').select('id').orderBy('id').limit(relayBatch).forUpdate().skipLocked()),
        )
        .returning(['id', 'name', 'payload'])
        .execute()
      taken.sort((a, b) => (a.id < b.id ? -1 : 1))
      const items = taken.flatMap(({ id, name, payload }): JobItem[] =>
        (subscribers.get(name) ?? []).map((subscriber) => ({
          name: jobNameOf(name, subscriber),
          data: { id, payload },
          key: id,
        })),
      )
      if (items.length > 0) await jobs.enqueueMany(tx, items)
      return taken.length === relayBatch
    })

  jobs.feed(async () => {
    const { rows } = await db.raw('select exists (select 1 from outbox) as waiting')
    return rows[0]?.waiting === true ? relay() : false
  })

  return {
    emit: async (tx, name, payload) => {
      const row = { id: newId(), name, payload: json(payload), createdAt: clock.now() }
      await tx.ahead(tx.as<EventTables>().insertInto('outbox').values(row))
      tx.afterCommit(jobs.poke)
    },
    on: (name, subscriber, handler) => {
      const known = subscribers.get(name) ?? []
      if (known.includes(subscriber)) throw new Error(`events: ${subscriber} subscribes to ${name} twice`)
      subscribers.set(name, [...known, subscriber])
      jobs.define(jobNameOf(name, subscriber), { schema: envelope, ...retries }, ({ id, payload }) =>
        // What emit was given, by its type, after a round trip through JSON.
        handler(payload as EventMap[typeof name], { id }),
      )
    },
  }
}
