import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { containing } from '../../platform/db/search.ts'
import type { Avatars } from './avatars.ts'

interface VirtualUserRow {
  id: string
  firmId: string
  name: string
  userImgId: string
  createdAt: Date
}
interface VirtualUserTables {
  virtualUser: VirtualUserRow
}

export const createVirtualUserService = ({ db, clock, avatars }: { db: Database; clock: Clock; avatars: Avatars }) => {
  const users = () => db.as<VirtualUserTables>()

  const present = (row: VirtualUserRow): VirtualUser => ({
    id: row.id,
    name: row.name,
    userImgId: row.userImgId,
    userImgUrl: avatars.urlOf(row.userImgId),
  })

  const checked = <T extends { userImgId: string }>(body: T): T => {
    if (body.userImgId !== '' && !avatars.has(body.userImgId))
      throw fail('invalid', { fields: { userImgId: common.wrongChoice } })
    return body
  }

  return {
    list: async (firmId: string, query: ListQuery): Promise<Page<VirtualUser>> => {
      let wanted = users().selectFrom('virtualUser').where('firmId', '=', firmId)
      if (query.q) wanted = wanted.where(containing('name', query.q))
      const offset = offsetOf(query.cursor)
      const rows = await wanted
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(query.limit)
        .offset(offset)
        .execute()
      const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return pageAt(rows.map(present), total, offset)
    },
    create: async (firmId: string, body: { name: string; userImgId: string }): Promise<VirtualUser> => {
      const row = { id: newId(), firmId, ...checked(body), createdAt: clock.now() }
      await users().insertInto('virtualUser').values(row).execute()
      return present(row)
    },
    change: async (firmId: string, id: string, body: { name: string; userImgId: string }): Promise<VirtualUser> => {
      const row = await users()
        .updateTable('virtualUser')
        .set(checked(body))
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw fail('noData')
      return present(row)
    },
    remove: async (firmId: string, id: string): Promise<void> => {
      const { numDeletedRows } = await users()
        .deleteFrom('virtualUser')
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw fail('noData')
    },
    images: () => ({ images: avatars.ids().map((userImgId) => ({ userImgId, userImgUrl: avatars.urlOf(userImgId) })) }),
  }
}
export type VirtualUserService = ReturnType<typeof createVirtualUserService>
