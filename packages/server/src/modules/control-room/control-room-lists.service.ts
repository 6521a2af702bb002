import { fail } from '@kaimai/contract/common/error.ts'
import type {
  commentFilters,
  ControlRoomComment,
  ControlRoomPerson,
} from '@kaimai/contract/control-room/control-room.schema.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { z } from 'zod'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { ControlRoomCommentStore, StaffComment } from './control-room-comment.store.ts'
import type { ControlRoomAccess } from './control-room-access.ts'
import type { RoomStateReader } from './current-room-state.ts'
import type { ViewerListService } from '../viewer/viewer-list.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'

/** Orders by comment, as module order has them. */
export interface OrdersOfComments {
  ordersOf(firmId: string, liveId: string, seqs: readonly number[]): Promise<ReadonlyMap<number, Ordered>>
  seqsIn(
    firmId: string,
    liveId: string,
    page: { readonly before: number | undefined; readonly limit: number },
  ): Promise<{ readonly seqs: readonly number[]; readonly total: number }>
}
type Ordered = Omit<OrderAnswer, 'of' | 'user'>

export interface ControlRoomReadingDeps {
  readonly room: ControlRoomAccess
  readonly comments: ControlRoomCommentStore
  readonly orders: OrdersOfComments
  /** Of those viewers, who has bought here before that moment. */
  readonly regulars: (firmId: string, liveUserIds: readonly string[], before: Date) => Promise<ReadonlySet<string>>
  readonly roomStateOf: RoomStateReader
  readonly liveUsers: Pick<LiveUserService, 'byPublicId'>
  readonly viewers: Pick<ViewerListService, 'show' | 'inRoom'>
}

interface CommentQuery {
  readonly liveId: string
  readonly filter: (typeof commentFilters)[number]
  readonly q?: string | undefined
  readonly before?: number | undefined
  readonly limit: number
}

const commentsOfPerson = 100

/** What the staff reads of a room's comments and people. */
export const createControlRoomReading = (deps: ControlRoomReadingDeps) => {
  const { room, comments, orders, roomStateOf, liveUsers, viewers } = deps

  const present = async (
    live: LiveRecord,
    list: readonly StaffComment[],
  ): Promise<z.input<typeof ControlRoomComment>[]> => {
    const writers = [...new Set(list.flatMap(({ liveUserId }) => liveUserId ?? []))]
    const [ordered, regulars, { muted }] = await Promise.all([
      orders.ordersOf(
        live.firmId,
        live.id,
        list.map(({ seq }) => seq),
      ),
      deps.regulars(live.firmId, writers, new Date(live.beginAtMs)),
      roomStateOf(live),
    ])
    return list.map(({ seq, ms, at, liveUserId, user, text, to, question, answered, held, state, ...rest }) => ({
      seq,
      ms,
      user,
      text,
      question,
      answered,
      at: at.toISOString(),
      to: to ?? null,
      held: held && state !== 'released' && !rest.removed,
      dismissed: state === 'dismissed',
      releasedAs: rest.releasedAs,
      removed: rest.removed,
      muted: muted.has(user.userId),
      marked: rest.marked,
      byName: rest.byName,
      order: ordered.get(seq) ?? null,
      regular: liveUserId !== null && regulars.has(liveUserId),
    }))
  }

  const found = async (firmId: string, query: CommentQuery): Promise<{ list: StaffComment[]; orders: number }> => {
    const { liveId, filter, q = '', before, limit } = query
    const isOrders = filter === 'orders'
    const page = { before, limit: isOrders ? limit : 1 }
    const { seqs, total } = await orders.seqsIn(firmId, liveId, page)
    const list = isOrders
      ? await comments.bySeqs(firmId, liveId, seqs)
      : await comments.list(firmId, liveId, { filter, q, before, limit })
    return { list, orders: total }
  }

  return {
    comments: async (firm: FirmCaller, query: CommentQuery) => {
      const live = await room.find(firm.id, query.liveId, 'notFound')
      // Counted first: what comes in between is in the list and, by its number, known not to be in the counts.
      const { seq, ...counts } = await comments.counts(firm.id, live.id)
      const { list, orders: ordered } = await found(firm.id, query)
      return { comments: await present(live, list), counts: { ...counts, orders: ordered }, seq }
    },

    person: async (
      firm: FirmCaller,
      { liveId, userId }: { liveId: string; userId: string },
    ): Promise<z.input<typeof ControlRoomPerson>> => {
      const live = await room.find(firm.id, liveId, 'notFound')
      const user = await liveUsers.byPublicId(firm.id, liveId, userId)
      if (user === undefined) throw fail('notFound')
      const [row, said, regulars, { muted }] = await Promise.all([
        viewers.show(firm, user.id),
        comments.ofViewer(firm.id, liveId, user.id, commentsOfPerson),
        deps.regulars(firm.id, [user.id], new Date(live.beginAtMs)),
        roomStateOf(live),
      ])
      return {
        ...row,
        userId,
        liveId,
        muted: muted.has(userId),
        regular: regulars.has(user.id),
        comments: await present(live, said),
      }
    },

    viewers: async (
      firm: FirmCaller,
      query: {
        liveId: string
        q?: string | undefined
        limit: number
        cursor?: string | undefined
        online?: 'yes' | 'no' | undefined
      },
    ) => {
      const live = await room.find(firm.id, query.liveId, 'notFound')
      const [page, { muted }] = await Promise.all([viewers.inRoom(firm, query.liveId, query), roomStateOf(live)])
      return { ...page, items: page.items.map((row) => ({ ...row, muted: muted.has(row.userId) })) }
    },
  }
}
export type ControlRoomReading = ReturnType<typeof createControlRoomReading>
