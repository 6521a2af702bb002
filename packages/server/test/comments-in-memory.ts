import type { CommentReading } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import type { PendingComment, OrderingLog } from '../src/modules/order/comment-order-worker.ts'
import type { Tx } from '../src/platform/db/database.ts'

interface Kept extends PendingComment {
  readonly liveId: string
  readonly liveUserId: string
}

const isTx = (on: object): on is Tx => 'afterCommit' in on

export const publicIdOf = (liveUserId: string): string => liveUserId.slice(-12)

/** A room's log that orders by comment stand in, and every answer that was sent. */
export const commentsInMemory = () => {
  const asked = new Map<number, Kept>()
  const sent: { liveUserId: string; number: number; answer: OrderAnswer }[] = []
  const settled: { by: string; of: number; outcome: string }[] = []
  const unlisted = new Set<string>()
  let last = 0
  const log: OrderingLog = {
    takePending: async (_firmId, liveId, liveUserId, on) => {
      const [first, ...others] = [...asked.values()].filter(
        (comment) => comment.liveId === liveId && comment.liveUserId === liveUserId,
      )
      if (first && isTx(on)) on.afterCommit(() => asked.delete(first.seq))
      return first && { ...first, more: others.length > 0 }
    },
    stillAsking: async () => [],
    isUnlisted: async (_firmId, _liveId, productId) => unlisted.has(productId),
    publishAnswer: async ({ liveUserId }, answer, number) => void sent.push({ liveUserId, number, answer }),
    publishSettled: async (_live, { actorName }, { of, outcome }) => void settled.push({ by: actorName, of, outcome }),
  }
  return {
    log,
    sent,
    settled,
    unlisted,
    /** A comment that is committed and not carried out yet; answers its seq. */
    say: (of: { liveId: string; liveUserId: string; text: string; reading: CommentReading; saidAt: Date }): number => {
      last += 1
      const user = { userId: publicIdOf(of.liveUserId), name: '小美', imgUrl: '', as: 'viewer' as const }
      asked.set(last, { ...of, seq: last, ms: 0, user })
      return last
    },
  }
}
