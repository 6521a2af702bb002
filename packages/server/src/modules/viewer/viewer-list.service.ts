import type { BlockMarks } from '@kaimai/contract/block/block.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { LiveUser, LiveUserCounts, LiveUserFilter, LiveUserRow } from '@kaimai/contract/viewer/viewer.routes.ts'
import { type LiveInstants, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { watchedSeconds } from '@kaimai/contract/live-hours/watched.rules.ts'
import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import type { Expression } from 'kysely'
import type { z } from 'zod'
import { type Actor, actorOf } from '../../platform/audit/audit.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { type Sort, sortOf } from '../../platform/db/sort.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { BoughtBy, BuyerRow, ViewerFilter } from './viewer-list.filter.ts'
import { type Viewer, type ViewerListStore, type ViewerSort, viewerSorts } from './viewer-list.store.ts'
import { liveUserColumns } from './viewer-list-sheet.ts'

interface ControlRoomLive extends LiveInstants {
  readonly id: string
  readonly liveName: string
}

/** An order as this desk lists it. */
export interface ViewerOrder {
  readonly id: string
  readonly orderNo: string
  readonly total: number
  readonly currency: Currency
  readonly paymentState: PaymentState
  readonly createdAt: Date
  /** Neither expired nor cancelled. */
  readonly counts: boolean
}

export interface ViewerListDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly store: ViewerListStore
  readonly live: (firmId: string, liveId: string) => Promise<ControlRoomLive | undefined>
  readonly blocksIn: (firmId: string, liveId: string) => Promise<readonly BlockMarks[]>
  readonly orders: {
    /** A query: the buyer of each order of the live that counts. */
    readonly buyersIn: (firmId: string, liveId: string) => Expression<BuyerRow>
    readonly boughtBy: (firmId: string, liveId: string, liveUserIds: readonly string[]) => Promise<readonly BoughtBy[]>
    readonly ofViewers: (firmId: string, liveUserIds: readonly string[]) => Promise<readonly ViewerOrder[]>
  }
  readonly currencyOf: (firmId: string) => Promise<Currency>
}

type Row = z.input<typeof LiveUserRow>

/** Who came last is listed first. */
const lastCome = { sort: 'joinedAt', descending: true } as const
const visitsShown = 50
const messagesShown = 100
const exportPage = 1_000

/** The viewers of a live as staff sees them, during and after it. */
export const createViewerListService = (deps: ViewerListDeps) => {
  const { platform, store, orders } = deps
  const { db, clock, audit } = platform

  const liveOf = async (firmId: string, liveId: string): Promise<ControlRoomLive> => {
    const live = await deps.live(firmId, liveId)
    if (!live) throw fail('notFound')
    return live
  }
  const spanOf = (live: ControlRoomLive) => ({
    liveId: live.id,
    beginAt: new Date(live.beginAtMs),
    endAt: new Date(live.endAtMs),
  })
  const maySeePersonal = (caller: FirmCaller): boolean => caller.can('room', 'personal')

  const filterOf = async (caller: FirmCaller, liveId: string, filter: LiveUserFilter) => {
    const blocks = await deps.blocksIn(caller.id, liveId)
    return { ...filter, inContacts: maySeePersonal(caller), blocks, bought: orders.buyersIn(caller.id, liveId) }
  }

  const present = async (
    caller: FirmCaller,
    live: ControlRoomLive,
    viewers: readonly Viewer[],
    filter: Awaited<ReturnType<typeof filterOf>>,
  ): Promise<Row[]> => {
    const ids = viewers.map(({ id }) => id)
    const [connections, messages, blocked, ordered] = await Promise.all([
      store.connections(caller.id, viewers),
      store.messageCounts(caller.id, live.id, ids),
      store.blocked(caller.id, live.id, filter, ids),
      orders.boughtBy(caller.id, live.id, ids),
    ])
    const personal = maySeePersonal(caller)
    const bought = new Map(ordered.map((one) => [one.liveUserId, one]))
    const connectionsOf = Map.groupBy(connections, ({ liveUserId }) => liveUserId)
    const onlineSince = clock.ms() - roomLimits.silenceMs
    return viewers.map((viewer) => {
      const own = connectionsOf.get(viewer.id) ?? []
      const lastMs = Math.max(...own.map(({ lastSeenAt }) => lastSeenAt.getTime()))
      return {
        id: viewer.id,
        name: viewer.name,
        imgUrl: viewer.imgUrl,
        anonymous: viewer.anonymous,
        phone: personal ? (viewer.phone ?? '') : redactPhone(viewer.phone ?? ''),
        email: personal ? (viewer.email ?? '') : redactEmail(viewer.email ?? ''),
        signupUserId: viewer.signupUserId,
        joinedAt: viewer.joinedAt?.toISOString() ?? null,
        lastSeenAt: own.length === 0 ? null : new Date(lastMs).toISOString(),
        isOnline: own.some(({ closedAt, lastSeenAt }) => closedAt === null && lastSeenAt.getTime() > onlineSince),
        watchedSeconds: watchedSeconds(
          own.map(({ openedAt, lastSeenAt }) => ({ fromMs: openedAt.getTime(), toMs: lastSeenAt.getTime() })),
          live.beginAtMs,
          live.endAtMs,
        ),
        messages: messages.get(viewer.id) ?? 0,
        orders: bought.get(viewer.id)?.orders ?? 0,
        orderTotal: bought.get(viewer.id)?.total ?? 0,
        blocked: blocked.has(viewer.id),
        memo: viewer.memo,
      }
    })
  }

  const pageOf = async (
    caller: FirmCaller,
    live: ControlRoomLive,
    filter: ViewerFilter,
    sorting: Sort<ViewerSort>,
    query: Pick<ListQuery, 'limit' | 'cursor'>,
  ) => {
    const offset = offsetOf(query.cursor)
    const [viewers, total] = await Promise.all([
      store.list(caller.id, spanOf(live), filter, { ...sorting, limit: query.limit, offset }),
      store.total(caller.id, live.id, filter),
    ])
    return { page: pageAt(await present(caller, live, viewers, filter), total, offset), viewers }
  }

  /** Every row that the filters find, a page at a time. */
  async function* rowsOf(caller: FirmCaller, live: ControlRoomLive, filter: Awaited<ReturnType<typeof filterOf>>) {
    for (let offset = 0; ; offset += exportPage) {
      const viewers = await store.list(caller.id, spanOf(live), filter, {
        ...lastCome,
        limit: exportPage,
        offset,
      })
      yield* await present(caller, live, viewers, filter)
      if (viewers.length < exportPage) return
    }
  }

  return {
    list: async (caller: FirmCaller, liveId: string, query: ListQuery & LiveUserFilter): Promise<Page<Row>> => {
      const sorting = sortOf(query.sort, viewerSorts) ?? lastCome
      const live = await liveOf(caller.id, liveId)
      return (await pageOf(caller, live, await filterOf(caller, liveId, query), sorting, query)).page
    },

    /** Viewers as the control room lists them: those in the room first. */
    inRoom: async (
      caller: FirmCaller,
      liveId: string,
      query: Pick<ListQuery, 'q' | 'limit' | 'cursor'> & { readonly online?: 'yes' | 'no' | undefined },
    ): Promise<Page<Row & { userId: string }>> => {
      const live = await liveOf(caller.id, liveId)
      const seen = { since: new Date(clock.ms() - roomLimits.silenceMs), online: query.online }
      const filter = { ...(await filterOf(caller, liveId, { q: query.q })), seen }
      const { page, viewers } = await pageOf(caller, live, filter, lastCome, query)
      return { ...page, items: page.items.map((row, at) => ({ ...row, userId: viewers[at]?.publicId ?? '' })) }
    },

    counts: async (
      caller: FirmCaller,
      liveId: string,
      q: string | undefined,
    ): Promise<z.input<typeof LiveUserCounts>> => {
      const live = await liveOf(caller.id, liveId)
      const filter = await filterOf(caller, liveId, { q })
      return {
        liveId,
        liveName: live.liveName,
        status: liveStatusAt(live, clock.ms()),
        beginAt: new Date(live.beginAtMs).toISOString(),
        endAt: new Date(live.endAtMs).toISOString(),
        currency: await deps.currencyOf(caller.id),
        ...(await store.counts(caller.id, liveId, filter)),
      }
    },

    show: async (caller: FirmCaller, id: string): Promise<z.input<typeof LiveUser>> => {
      const viewer = await store.find(caller.id, id)
      if (!viewer) throw fail('notFound')
      const live = await liveOf(caller.id, viewer.liveId)
      const filter = await filterOf(caller, live.id, {})
      const [[row], visits, messages, bought] = await Promise.all([
        present(caller, live, [viewer], filter),
        store.connections(caller.id, [viewer]),
        store.messages(caller.id, live.id, id, messagesShown),
        orders.ofViewers(caller.id, [id]),
      ])
      if (!row) throw fail('notFound')
      return {
        ...row,
        liveId: live.id,
        liveName: live.liveName,
        personal: maySeePersonal(caller),
        visits: visits
          .slice(-visitsShown)
          .map(({ openedAt, lastSeenAt }) => ({ from: openedAt.toISOString(), to: lastSeenAt.toISOString() })),
        lastMessages: messages.map(({ createdAt, ...message }) => ({ ...message, at: createdAt.toISOString() })),
        orderList: bought.map(({ id: orderId, orderNo, total, currency, createdAt }) => ({
          id: orderId,
          orderNo,
          total,
          currency,
          createdAt: createdAt.toISOString(),
        })),
      }
    },

    changeMemo: (caller: FirmCaller, ip: string, id: string, memo: string): Promise<{ memo: string }> =>
      db.transaction(async (tx) => {
        const before = await store.find(caller.id, id, tx)
        if (!before || !(await store.setMemo(caller.id, id, memo, tx))) throw fail('noData')
        if (before.memo !== memo)
          await audit.record(
            tx,
            actorOf(caller, ip),
            'liveUser.memo',
            { id, name: before.name },
            { memo: { before: before.memo, after: memo } },
          )
        return { memo }
      }),

    exportSheet: async (
      caller: FirmCaller,
      params: LiveUserFilter & { readonly liveId: string; readonly format: SheetFormat },
      request: { readonly ip: string; readonly language: Language },
    ) => {
      const live = await deps.live(caller.id, params.liveId)
      if (!live) throw fail('noData')
      const filter = await filterOf(caller, live.id, params)
      const by: Actor = actorOf(caller, request.ip)
      const rows = await store.total(caller.id, live.id, filter)
      await db.transaction((tx) =>
        audit.record(tx, by, 'liveUser.export', { id: live.id, name: live.liveName }, { rows, format: params.format }),
      )
      return writeSheet({
        format: params.format,
        name: `${request.language === 'en' ? 'Viewers' : '觀眾'} ${live.liveName}`,
        language: request.language,
        columns: liveUserColumns(request.language),
        rows: rowsOf(caller, live, filter),
      })
    },

    /** Of each viewer, when they first came and how long they watched their live, in whole seconds. */
    ofSignups: async (
      firmId: string,
      signupUserIds: readonly string[],
      spans: ReadonlyMap<string, { readonly beginAtMs: number; readonly endAtMs: number }>,
    ): Promise<
      { liveUserId: string; signupUserId: string; liveId: string; joinedAt: Date | null; watchedSeconds: number }[]
    > => {
      const viewers = await store.ofSignups(firmId, signupUserIds)
      const connections = await store.connections(firmId, viewers)
      const connectionsOf = Map.groupBy(connections, ({ liveUserId }) => liveUserId)
      return viewers.map(({ id, signupUserId, liveId, joinedAt }) => {
        const span = spans.get(liveId)
        const own = (connectionsOf.get(id) ?? []).map(({ openedAt, lastSeenAt }) => ({
          fromMs: openedAt.getTime(),
          toMs: lastSeenAt.getTime(),
        }))
        return {
          liveUserId: id,
          signupUserId: signupUserId ?? '',
          liveId,
          joinedAt,
          watchedSeconds: span ? watchedSeconds(own, span.beginAtMs, span.endAtMs) : 0,
        }
      })
    },
  }
}
export type ViewerListService = ReturnType<typeof createViewerListService>
