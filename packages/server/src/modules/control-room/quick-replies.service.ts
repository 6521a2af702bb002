import type { Audit } from '../../platform/audit/audit.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ControlRoomFigureStore } from './control-room-figure.store.ts'
import type { ControlRoomCaller } from './control-room-access.ts'

export interface ControlRoomRepliesDeps {
  readonly platform: { readonly db: Database; readonly audit: Audit }
  readonly store: Pick<ControlRoomFigureStore, 'quickReplies' | 'setQuickReplies'>
  /** The firm's virtual users by name, at most so many. */
  readonly named: (
    firmId: string,
    q: string | undefined,
    limit: number,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly userImgUrl: string }[]>
}

const virtualUsersShown = 100

/** What the staff has at hand in every room: ready answers, and as whom they may speak. */
export const createControlRoomReplies = ({ platform, store, named }: ControlRoomRepliesDeps) => ({
  set: ({ firm, ip }: ControlRoomCaller, quickReplies: readonly string[]): Promise<{ quickReplies: string[] }> =>
    platform.db.transaction(async (tx) => {
      const before = await store.quickReplies(firm.id, tx)
      const after = [...quickReplies]
      await store.setQuickReplies(firm.id, after, tx)
      await platform.audit.record(tx, actorOf(firm, ip), 'room.quickReplies', firm.id, { replies: { before, after } })
      return { quickReplies: after }
    }),

  virtualUsers: async (firmId: string, q: string | undefined) => {
    const users = await named(firmId, q, virtualUsersShown)
    return { users: users.map(({ id, name, userImgUrl }) => ({ id, name, imgUrl: userImgUrl })) }
  },
})
export type ControlRoomReplies = ReturnType<typeof createControlRoomReplies>
