import { fail } from '@kaimai/contract/common/error.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { isOffered, slotKey, slotsOf, slotsShown } from '@kaimai/contract/signup/series.rules.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { SignUpBody } from '@kaimai/contract/signup/public-signup.schema.ts'
import type { PublicSession } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { LiveService } from '../live/live.service.ts'
import type { SeriesStore, SlotRow } from './series.store.ts'
import type { SignupStore } from './signup.store.ts'
import type { SeriesRow, SessionRow, SignupFormRow } from './signup.tables.ts'

type SlotTemplate = Awaited<ReturnType<LiveService['slotTemplates']>>[number]

/** A session as a form offers it: a live, or a slot of a series whose live may not be made yet. */
export interface FormSession {
  readonly key: string
  readonly liveId: string | null
  readonly seriesId: string | null
  readonly title: string
  readonly beginAtMs: number
  readonly endAtMs: number
  /** Places left; null: no limit. */
  readonly left: number | null
  readonly state: z.output<typeof PublicSession>['state']
  readonly productIds: readonly string[]
  /** Its picture is a recording of ours. */
  readonly isFilm: boolean
}

/** What somebody signs up for: a live that is there, or one to be made. */
export interface Wanted {
  readonly key: string
  readonly live: LiveRecord | undefined
  readonly slot: { readonly series: SeriesRow; readonly template: SlotTemplate; readonly beginAtMs: number } | undefined
}

export interface FormSessionsDeps {
  readonly store: Pick<SignupStore, 'sessions'>
  readonly series: SeriesStore
  readonly clock: Clock
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly lives: Pick<LiveService, 'slotTemplates' | 'makeSlot' | 'mayOpen'>
}

const leftOf = ({ capacity, taken }: Pick<SessionRow, 'capacity' | 'taken'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken)

const stateOf = (session: SessionRow, live: LiveRecord, nowMs: number): FormSession['state'] => {
  const status = liveStatusAt(live, nowMs)
  if (status === 'ended' || status === 'cancelled' || status === 'draft') return 'over'
  if (leftOf(session) === 0) return 'full'
  return status === 'live' ? 'live' : 'open'
}

const ofLive = (session: SessionRow, live: LiveRecord, title: string, key: string, nowMs: number): FormSession => ({
  key,
  liveId: live.id,
  seriesId: session.seriesId,
  title: title || live.liveName,
  beginAtMs: live.beginAtMs,
  endAtMs: live.endAtMs,
  left: leftOf(session),
  state: stateOf(session, live, nowMs),
  productIds: live.productIds,
  isFilm: live.platformType === 'video',
})

const isShown = (live: LiveRecord | undefined): live is LiveRecord =>
  live?.publishedAtMs != null && live.cancelledAtMs === null

/** What a form offers: its own lives, and the slots of its series. */
export const createFormSessions = ({ store, series: seriesStore, clock, liveReader, lives }: FormSessionsDeps) => {
  const livesOf = async (firmId: string, rows: readonly { liveId: string }[]): Promise<Map<string, LiveRecord>> => {
    const ids = rows.map(({ liveId }) => liveId)
    return new Map((await liveReader.findMany(firmId, ids)).map((live) => [live.id, live]))
  }

  const slotsOfSeries = (
    series: SeriesRow,
    template: SlotTemplate,
    slots: readonly SlotRow[],
    lives: ReadonlyMap<string, LiveRecord>,
  ): FormSession[] => {
    const now = clock.ms()
    const made = new Map(
      slots.filter(({ seriesId }) => seriesId === series.id).map((slot) => [slot.slotAt.getTime(), slot]),
    )
    const coming = slotsOf(series.rule, now, slotsShown[series.rule.kind])
    // A weekly slot that runs may still be joined; a just-in-time one is for those who waited for it.
    const running =
      series.rule.kind === 'weekly' ? [...made.keys()].filter((at) => at <= now && !coming.includes(at)) : []
    return [...running, ...coming].flatMap((beginAtMs): FormSession[] => {
      const key = slotKey(series.id, beginAtMs)
      const row = made.get(beginAtMs)
      if (row) {
        const live = lives.get(row.liveId)
        return isShown(live) ? [ofLive(row, live, series.title, key, now)] : []
      }
      return [
        {
          key,
          liveId: null,
          seriesId: series.id,
          title: series.title || template.liveName,
          beginAtMs,
          endAtMs: beginAtMs + template.lengthMs,
          left: series.capacity,
          state: 'open',
          productIds: template.productIds,
          // Nothing runs yet.
          isFilm: false,
        },
      ]
    })
  }

  return {
    /** All sessions by their begin, those that are over too; `held` are lives the visitor has a seat in. */
    all: async (form: SignupFormRow, held: readonly string[] = []): Promise<FormSession[]> => {
      const now = clock.ms()
      const [own, series, slots] = await Promise.all([
        store.sessions(form.firmId, [form.id]),
        seriesStore.list(form.firmId, [form.id]),
        seriesStore.slots(form.firmId, form.id, clock.now(), held),
      ])
      const [records, templates, mayOpen] = await Promise.all([
        livesOf(form.firmId, [...own, ...slots]),
        series.length === 0
          ? []
          : lives.slotTemplates(
              form.firmId,
              series.map(({ templateLiveId }) => templateLiveId),
            ),
        series.length > 0 && lives.mayOpen(form.firmId),
      ])
      const offered = [
        ...own.flatMap((session) => {
          const live = records.get(session.liveId)
          return isShown(live) ? [ofLive(session, live, session.title, live.id, now)] : []
        }),
        ...series.flatMap((each) => {
          const template = templates.find(({ liveId }) => liveId === each.templateLiveId)
          return template && mayOpen ? slotsOfSeries(each, template, slots, records) : []
        }),
      ]
      const rest = slots.flatMap((slot) => {
        const live = records.get(slot.liveId)
        const isHeld = held.includes(slot.liveId) && !offered.some(({ liveId }) => liveId === slot.liveId)
        if (!isHeld || !isShown(live)) return []
        return [ofLive(slot, live, slot.title, slotKey(slot.seriesId, slot.slotAt.getTime()), now)]
      })
      return [...offered, ...rest].toSorted((a, b) => a.beginAtMs - b.beginAtMs)
    },

    /** What was asked for, checked; refuses what the form does not offer. */
    wanted: async (form: SignupFormRow, body: z.output<typeof SignUpBody>): Promise<Wanted[]> => {
      const now = clock.ms()
      const own = await store.sessions(form.firmId, [form.id])
      const records = await livesOf(form.firmId, own)
      const ofLives = [...new Set(body.liveIds)].map((liveId): Wanted => {
        const session = own.find((each) => each.liveId === liveId)
        const live = records.get(liveId)
        if (!session || !isShown(live)) throw fail('invalid', { fields: { liveIds: signupErrors.noSession } })
        if (stateOf(session, live, now) === 'over') throw fail('gone', { reason: signupErrors.sessionOver })
        return { key: live.id, live, slot: undefined }
      })
      if (body.slots.length === 0) return ofLives

      const series = await seriesStore.list(form.firmId, [form.id])
      const slots = await seriesStore.slots(form.firmId, form.id, clock.now(), [])
      const [made, templates, mayOpen] = await Promise.all([
        livesOf(form.firmId, slots),
        lives.slotTemplates(
          form.firmId,
          series.map(({ templateLiveId }) => templateLiveId),
        ),
        lives.mayOpen(form.firmId),
      ])
      const ofSlots = new Map(
        body.slots.map(({ seriesId, beginAt }): [string, Wanted] => {
          const beginAtMs = Date.parse(beginAt)
          const key = slotKey(seriesId, beginAtMs)
          const known = series.find(({ id }) => id === seriesId)
          if (!known) throw fail('invalid', { fields: { slots: signupErrors.noSession } })
          const template = templates.find(({ liveId }) => liveId === known.templateLiveId)
          const row = slots.find((each) => each.seriesId === seriesId && each.slotAt.getTime() === beginAtMs)
          const isRunning = row !== undefined && known.rule.kind === 'weekly'
          if (!template || !mayOpen || !(isRunning || isOffered(known.rule, beginAtMs, now)))
            throw fail('gone', { reason: signupErrors.slotClosed })
          if (beginAtMs + template.lengthMs <= now) throw fail('gone', { reason: signupErrors.sessionOver })
          const live = row && made.get(row.liveId)
          if (row && (!isShown(live) || stateOf(row, live, now) === 'over'))
            throw fail('gone', { reason: signupErrors.sessionOver })
          return [key, { key, live, slot: { series: known, template, beginAtMs } }]
        }),
      )
      return [...ofLives, ...ofSlots.values()]
    },

    /** The live of what somebody signs up for; a slot's is made now if it has none. */
    liveOf: async (tx: Tx, form: SignupFormRow, { live, slot }: Wanted): Promise<LiveRecord> => {
      if (live) return live
      if (!slot) throw new Error('neither a live nor a slot')
      const { series, template, beginAtMs } = slot
      const made = await lives.makeSlot(tx, form.firmId, { seriesId: series.id, template, beginAtMs })
      await seriesStore.addSlot(
        {
          firmId: form.firmId,
          signupId: form.id,
          liveId: made.id,
          seriesId: series.id,
          title: series.title,
          capacity: series.capacity,
          slotAt: new Date(beginAtMs),
          slotEndAt: new Date(made.endAtMs),
        },
        tx,
      )
      return made
    },
  }
}
export type FormSessions = ReturnType<typeof createFormSessions>
