import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { signupReasons } from '@kaimai/contract/signup/signup.reasons.ts'
import type { AvailableLive, Signup, SignupBody, SignupRow } from '@kaimai/contract/signup/signup.routes.ts'
import sanitizeHtml from 'sanitize-html'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { type Database, isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveService } from '../live/live.service.ts'
import type { SignupStore } from './signup.store.ts'
import type { SessionRow, SignupFormRow } from './signup.tables.ts'

export interface SignupDependencies {
  readonly db: Database
  readonly store: SignupStore
  readonly clock: Clock
  readonly lives: Pick<LiveService, 'upcoming'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
}

const presentForm = (row: SignupFormRow, sessions: readonly SessionRow[]): z.input<typeof Signup> => ({
  ...row.content,
  id: row.id,
  signupName: row.name,
  customUrl: row.customUrl,
  pageType: row.pageType,
  orderNoPrefix: row.orderNoPrefix,
  published: row.published,
  sessionInfoList: sessions.map(({ liveId, title, capacity }) => ({ liveId, title, capacity })),
  createdAt: row.createdAt.toISOString(),
})

const writeOf = (body: SignupBody) => {
  const { signupName, customUrl, pageType, orderNoPrefix, published, sessionInfoList: _, ...content } = body
  return {
    name: signupName,
    customUrl,
    pageType,
    orderNoPrefix,
    published,
    // HTML from people is sanitised on the way in and out.
    content: { ...content, signupContent: sanitizeHtml(content.signupContent) },
  }
}

/** Sign-up forms as the merchant keeps them. */
export const createSignupService = ({ db, store, clock, lives, liveReader }: SignupDependencies) => {
  const check = async (firmId: string, body: SignupBody): Promise<void> => {
    if (body.pageType === 'order') throw fail('invalid', { fields: { pageType: signupReasons.paidLater } })
    const ids = body.sessionInfoList.map(({ liveId }) => liveId)
    if (new Set(ids).size !== ids.length)
      throw fail('invalid', { fields: { sessionInfoList: signupReasons.sessionTwice } })
    if (body.published && ids.length === 0)
      throw fail('invalid', { fields: { sessionInfoList: signupReasons.noSession } })
    const found = new Set((await liveReader.findMany(firmId, ids)).map(({ id }) => id))
    const missing = ids.findIndex((id) => !found.has(id))
    if (missing >= 0) throw fail('invalid', { fields: { [`sessionInfoList.${missing}.liveId`]: common.wrongChoice } })
  }

  const setSessions = (firmId: string, id: string, body: SignupBody, tx: Tx): Promise<void> =>
    store.setSessions(
      firmId,
      id,
      body.sessionInfoList.map((session, position) => ({ ...session, position })),
      tx,
    )

  const taken = (error: unknown): never => {
    if (isUniqueViolation(error, 'signup_custom_url'))
      throw fail('conflict', { reason: signupReasons.urlTaken, fields: { customUrl: signupReasons.urlTaken } })
    throw error
  }

  const shown = async (firmId: string, id: string): Promise<z.input<typeof Signup>> => {
    const row = await store.find(firmId, id)
    if (!row) throw fail('noData')
    return presentForm(row, await store.sessions(firmId, [id]))
  }

  return {
    list: async (firmId: string, query: ListQuery): Promise<Page<z.input<typeof SignupRow>>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(firmId, { q: query.q, limit: query.limit, offset })
      const ids = rows.map(({ id }) => id)
      const [people, sessions] = await Promise.all([store.countsByForm(firmId, ids), store.sessions(firmId, ids)])
      const liveById = new Map(
        (await liveReader.findMany(firmId, [...new Set(sessions.map(({ liveId }) => liveId))])).map((live) => [
          live.id,
          live,
        ]),
      )
      const now = clock.ms()
      const items = rows.map((row) => {
        const own = sessions.filter(({ signupId }) => signupId === row.id)
        const next = own
          .flatMap(({ liveId }) => liveById.get(liveId) ?? [])
          .filter((live) => live.endAtMs > now && live.cancelledAtMs === null)
          .map(({ beginAtMs }) => beginAtMs)
          .toSorted((a, b) => a - b)[0]
        return {
          id: row.id,
          signupName: row.name,
          pageType: row.pageType,
          customUrl: row.customUrl,
          posterUrl: row.content.posterInfoList[0] ?? '',
          published: row.published,
          sessions: own.length,
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
      return presentForm(row, await store.sessions(firmId, [id]))
    },

    create: async (firmId: string, body: SignupBody): Promise<z.input<typeof Signup>> => {
      await check(firmId, body)
      const id = newId()
      await db
        .transaction(async (tx) => {
          await store.insert(firmId, { ...writeOf(body), id, createdAt: clock.now() }, tx)
          await setSessions(firmId, id, body, tx)
        })
        .catch(taken)
      return shown(firmId, id)
    },

    change: async (firmId: string, id: string, body: SignupBody): Promise<z.input<typeof Signup>> => {
      await check(firmId, body)
      await db
        .transaction(async (tx) => {
          if (!(await store.update(firmId, id, writeOf(body), tx))) throw fail('noData')
          await setSessions(firmId, id, body, tx)
        })
        .catch(taken)
      return shown(firmId, id)
    },

    remove: async (firmId: string, id: string): Promise<void> => {
      if (!(await store.remove(firmId, id, clock.now()))) throw fail('noData')
    },

    availableLives: async (firmId: string): Promise<{ lives: z.input<typeof AvailableLive>[] }> => {
      const rows = await lives.upcoming(firmId, clock.now())
      const records = new Map(
        (
          await liveReader.findMany(
            firmId,
            rows.map(({ id }) => id),
          )
        ).map((live) => [live.id, live]),
      )
      return {
        lives: rows.flatMap((row) => {
          const live = records.get(row.id)
          return live
            ? [
                {
                  liveId: row.id,
                  liveName: row.name,
                  beginAt: row.beginAt.toISOString(),
                  endAt: row.endAt.toISOString(),
                  status: liveStatusAt(live, clock.ms()),
                  imageUrl: row.imageUrl,
                },
              ]
            : []
        }),
      }
    },

    /** Adds one session and publishes the form: the demo's own rhythm. */
    addSession: async (firmId: string, id: string, session: { liveId: string; title: string }): Promise<void> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('noData')
      await db.transaction(async (tx) => {
        await store.addSession(firmId, id, { ...session, capacity: null, position: Math.floor(clock.ms() / 1000) }, tx)
        if (!row.published) await store.update(firmId, id, { ...row, published: true }, tx)
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
