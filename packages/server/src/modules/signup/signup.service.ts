import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { slotsOf } from '@kaimai/contract/signup/series.rules.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { type Signup, SignupBody, type SignupRow, type signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import { type Database, type Executor, isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import { newId } from '../../platform/ids.ts'
import type { LiveService } from '../live/live.service.ts'
import type { ProductService } from '../product/product.service.ts'
import { type AvailableLivesDeps, createAvailableLives } from './available-lives.ts'
import { createFormCheck, type LetterTexts } from './form-check.ts'
import type { SeriesStore } from './series.store.ts'
import { presentForm, writeOf } from './signup.present.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupFormRow } from './signup.tables.ts'
import { createSignupListStore, signupSorts } from './signup-list.store.ts'

export interface SignupDeps extends AvailableLivesDeps {
  readonly db: Database
  readonly store: SignupStore
  readonly series: SeriesStore
  readonly audit: Audit
  readonly lives: Pick<LiveService, 'upcoming' | 'slotTemplates' | 'possibleTemplates' | 'mayOpen'>
  readonly products: Pick<ProductService, 'onSale'>
  readonly letterTexts: LetterTexts
}

type ListQuery = z.output<typeof signupRoutes.list.query>

/** Sign-up forms as the merchant keeps them. */
export const createSignupService = (deps: SignupDeps) => {
  const { db, store, series: seriesStore, clock, audit, liveReader } = deps
  const { check, checkPublishable } = createFormCheck(deps)
  const listStore = createSignupListStore(db)
  const editLog = createEditLog({ clock })

  const setSessions = async (firmId: string, id: string, body: SignupBody, tx: Tx): Promise<void> => {
    await store.setSessions(
      firmId,
      id,
      body.sessionInfoList.map((session, position) => ({ ...session, position })),
      tx,
    )
    const rows = body.seriesList.map((series, position) => ({ ...series, position }))
    const [foreign] = await seriesStore.set(firmId, id, rows, clock.now(), tx)
    if (foreign === undefined) return
    const index = rows.findIndex((series) => series.id === foreign)
    throw fail('invalid', { fields: { [`seriesList.${index}.id`]: common.wrongChoice } })
  }

  const taken = (error: unknown): never => {
    if (isUniqueViolation(error, 'signup_custom_url'))
      throw fail('conflict', { reason: signupErrors.urlTaken, fields: { customUrl: signupErrors.urlTaken } })
    throw error
  }

  const present = async (row: SignupFormRow, on: Executor = db): Promise<z.input<typeof Signup>> => {
    const [sessions, series] = await Promise.all([
      store.sessions(row.firmId, [row.id], on),
      seriesStore.list(row.firmId, [row.id], on),
    ])
    return presentForm(row, sessions, series)
  }

  const shown = async (firmId: string, id: string): Promise<z.input<typeof Signup>> => {
    const row = await store.find(firmId, id)
    if (!row) throw fail('noData')
    return present(row)
  }

  return {
    list: async (firmId: string, query: ListQuery): Promise<Page<z.input<typeof SignupRow>>> => {
      const offset = offsetOf(query.cursor)
      const { q, status, pageType, limit } = query
      const wanted = { q, status, pageType, limit, offset, ...(sortOf(query.sort, signupSorts) ?? newestFirst) }
      const { rows, total } = await listStore.list(firmId, wanted)
      const ids = rows.map(({ id }) => id)
      const [people, sessions, series] = await Promise.all([
        store.countsByForm(firmId, ids),
        store.sessions(firmId, ids),
        seriesStore.list(firmId, ids),
      ])
      const liveById = new Map(
        (await liveReader.findMany(firmId, [...new Set(sessions.map(({ liveId }) => liveId))])).map((live) => [
          live.id,
          live,
        ]),
      )
      const now = clock.ms()
      const items = rows.map((row) => {
        const own = sessions.filter(({ signupId }) => signupId === row.id)
        const ownSeries = series.filter(({ signupId }) => signupId === row.id)
        const coming = own
          .flatMap(({ liveId }) => liveById.get(liveId) ?? [])
          .filter((live) => live.endAtMs > now && live.cancelledAtMs === null)
          .map(({ beginAtMs }) => beginAtMs)
        const slots = ownSeries.flatMap(({ rule }) => slotsOf(rule, now, 1))
        const next = [...coming, ...slots].toSorted((a, b) => a - b)[0]
        return {
          id: row.id,
          signupName: row.name,
          pageType: row.pageType,
          customUrl: row.customUrl,
          posterUrl: row.content.posterInfoList[0] ?? '',
          published: row.published,
          sessions: own.length,
          series: ownSeries.length,
          signups: people.get(row.id) ?? 0,
          nextBeginAt: next === undefined ? null : new Date(next).toISOString(),
          createdAt: row.createdAt.toISOString(),
        }
      })
      return pageAt(items, total, offset)
    },

    show: async (firmId: string, id: string): Promise<z.input<typeof Signup>> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('notFound')
      return present(row)
    },

    counts: async (firmId: string) => {
      const { published, draft } = await store.counts(firmId)
      return { all: published + draft, published, draft }
    },

    /** Whether a form (another one than `id`) has the address already. */
    checkCustomUrl: async ({ customUrl, id }: { customUrl: string; id?: string | undefined }) => {
      const url = CustomUrl.safeParse(customUrl)
      if (!url.success) return { state: 'wrong' as const }
      const found = await store.findByUrl(url.data)
      return { state: found === undefined || found.id === id ? ('free' as const) : ('taken' as const) }
    },

    create: async (firmId: string, body: SignupBody, by?: Actor): Promise<z.input<typeof Signup>> => {
      await check(firmId, body)
      const id = newId()
      await db
        .transaction(async (tx) => {
          await store.insert(firmId, { ...writeOf(body), id, createdAt: clock.now() }, tx)
          await setSessions(firmId, id, body, tx)
          if (by) await audit.record(tx, by, 'signup.create', { id, name: body.signupName })
        })
        .catch(taken)
      return shown(firmId, id)
    },

    /** `version`: what the body was made from; without it the last save wins. */
    change: async (
      firmId: string,
      id: string,
      { version: from, ...body }: SignupBody & { readonly version?: number | undefined },
      by?: Actor,
    ): Promise<z.input<typeof Signup>> => {
      if (!(await store.find(firmId, id))) throw fail('noData')
      await check(firmId, body)
      await db
        .transaction(async (tx) => {
          await store.lock(firmId, id, tx)
          const before = await store.find(firmId, id, tx)
          if (!before) throw fail('noData')
          const now = await present(before, tx)
          await editLog.checkSave(tx, { firmId, targetId: id, from, now, sent: body })
          await store.update(firmId, before, writeOf(body), tx)
          await setSessions(firmId, id, body, tx)
          // Through the schema, so that both have their keys in one order.
          const was = SignupBody.safeParse(now).data ?? now
          const edit = { targetId: id, version: before.version + 1, fields: changedFields(was, body) }
          await editLog.add(tx, firmId, by, [edit])
          const change = changesOf(was, body)
          if (by && Object.keys(change).length > 0)
            await audit.record(tx, by, 'signup.change', { id, name: body.signupName }, change)
        })
        .catch(taken)
      return shown(firmId, id)
    },

    /** Publishes a form as it is saved, or takes its page down. */
    setPublished: async (firmId: string, id: string, published: boolean, by?: Actor): Promise<void> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('noData')
      if (published) {
        const form = await present(row)
        const { sessionInfoList, seriesList } = form
        checkPublishable(form, sessionInfoList.length + seriesList.length)
      }
      if (row.published === published) return
      await db.transaction(async (tx) => {
        const version = await store.setPublished(firmId, id, published, tx)
        if (version === undefined) throw fail('noData')
        await editLog.add(tx, firmId, by, [{ targetId: id, version, fields: ['published'] }])
        if (by) await audit.record(tx, by, published ? 'signup.publish' : 'signup.close', { id, name: row.name })
      })
    },

    remove: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('noData')
      await db.transaction(async (tx) => {
        if (!(await store.remove(firmId, id, clock.now(), tx))) throw fail('noData')
        if (by) await audit.record(tx, by, 'signup.remove', { id, name: row.name })
      })
    },

    availableLives: createAvailableLives(deps),

    /** Adds one session, drops those that are over and empty, and publishes the form: the demo's own rhythm. */
    addSession: async (firmId: string, id: string, session: { liveId: string; title: string }): Promise<void> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('noData')
      const before = await store.sessions(firmId, [id])
      const records = await liveReader.findMany(
        firmId,
        before.map(({ liveId }) => liveId),
      )
      const over = records.filter(({ endAtMs }) => endAtMs <= clock.ms()).map(({ id: liveId }) => liveId)
      await store.dropEmpty(firmId, id, over)
      await db.transaction(async (tx) => {
        await store.addSession(firmId, id, { ...session, capacity: null, position: Math.floor(clock.ms() / 1000) }, tx)
        const version = await store.setPublished(firmId, id, true, tx)
        if (version === undefined) throw fail('noData')
        await editLog.add(tx, firmId, undefined, [{ targetId: id, version, fields: ['sessionInfoList', 'published'] }])
      })
    },

    /** Path of a form that offers the live; '' when there is none. */
    pathForLive: async (firmId: string, liveId: string): Promise<string> => {
      const url = await store.urlForLive(firmId, liveId)
      return url === undefined ? '' : `/f/${url}`
    },
    countsByLive: store.countsByLive,
  }
}
export type SignupService = ReturnType<typeof createSignupService>
