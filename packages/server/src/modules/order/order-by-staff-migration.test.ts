import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

interface Origin {
  readonly source: string
  readonly sourceId?: string
  readonly liveId?: string
  readonly liveUserId?: string
}

test('ORDER-1042 Orders of rooms and pages from before staff placed any stay, and an order of the staff comes from nowhere else', async () => {
  const firmId = await aFirmRow(db)
  const text = await readFile(join(migrationsFolder, '210-order-by-staff.sql'), 'utf8')
  const now = new Date('2026-11-20T12:00:00Z')
  const found = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    const insert = ({ source, sourceId, liveId, liveUserId }: Origin) => {
      const id = newId()
      return run(sql`
        insert into "order" (id, "firmId", source, "sourceId", "liveId", "liveUserId", "shopperId", "orderNo", "keyHash",
          "paymentState", "fulfilmentState", "heldUntil", currency, subtotal, "deliveryFee", "paymentFee", rounding, total,
          "totalQuantity", "paymentMethod", "fullName", phone, email, delivery, invoice, memo, "searchText", "contactText",
          "createdAt", "isTest")
        values (${id}, ${firmId}, ${source}, ${sourceId ?? null}, ${liveId ?? null}, ${liveUserId ?? null}, ${newId()}, ${id},
          ${id}, 'paid', 'none', ${now}, 'TWD', 100, 0, 0, 0, 100, 1, 'card', '林小美', '+886912345678', 'mei@example.com',
          '{"type":"self"}', '{"class":"member"}', '', '', '', ${now}, false)`)
    }
    const refused = async (origin: Origin) => {
      await run(sql`savepoint tried`)
      await expect(insert(origin)).rejects.toMatchObject({ constraint: 'order_source' })
      await run(sql`rollback to savepoint tried`)
    }
    await run(sql`alter table "order" drop constraint order_source`)
    await run(sql`alter table "order" add constraint order_source check (
      case when source = 'room' then "liveId" is not null and "liveUserId" is not null and "sourceId" is null
      else "liveId" is null and "liveUserId" is null and "sourceId" is not null end)`)
    const room = { source: 'room', liveId: newId(), liveUserId: newId() }
    await insert(room)
    await insert({ source: 'salesPage', sourceId: newId() })
    await refused({ source: 'staff' })
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    await insert({ source: 'staff' })
    await refused({ ...room, source: 'staff' })
    await refused({ source: 'staff', sourceId: newId() })
    await refused({ source: 'room' })
    await refused({ source: 'signup' })
    const { rows } = await run(sql`select source from "order" where "firmId" = ${firmId} order by source`)
    expect(rows).toEqual([{ source: 'room' }, { source: 'salesPage' }, { source: 'staff' }])
    throw new Error('seen')
  })
  await expect(found).rejects.toThrow('seen')
})
