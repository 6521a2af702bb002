import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { oldNames } from '../../../test/old-names.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow, aLiveRow } from '../../../test/room-factory.ts'
import { newId } from '../../platform/ids.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const db = await sharedDatabase()

const tables = ['room_cue', 'room_mute', 'room_decision', 'quick_reply']
const indexes = ['room_event_standing', 'room_event_comment', 'room_event_answer', 'live_user_joined']

test('CONTROL-ROOM-3 What was said before the control room stays, and what asked something is among the questions', async () => {
  const firmId = await aFirmRow(db)
  const liveId = await aLiveRow(db, firmId)
  const text = await readFile(join(migrationsFolder, '088-desk.sql'), 'utf8')
  const now = new Date('2026-11-20T12:00:00Z')
  const found = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const statement of await oldNames()) await run(sql.raw(statement))
    for (const table of tables) await run(sql.raw(`drop table ${table}`))
    for (const index of indexes) await run(sql.raw(`drop index ${index}`))
    await run(sql`alter table room_event drop column question`)
    // As an earlier migration left it.
    await run(sql`create index room_event_marks on room_event (live_id, seq) where kind = 'muted'`)
    await run(sql`drop index room_event_held`)
    await run(sql`insert into room (live_id, firm_id, last_seq, created_at) values (${liveId}, ${firmId}, 3, ${now})`)
    for (const [at, said] of ['可以微波嗎？', '+1', '多少錢? '].entries())
      await run(sql`
        insert into room_event (live_id, seq, firm_id, room_ms, kind, payload, live_user_id, message_key, created_at)
        values (${liveId}, ${at + 1}, ${firmId}, 0, 'commented', ${JSON.stringify({ text: said })}::jsonb, ${newId()}, 'key', ${now})`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    const { rows } = await run(sql`
      select payload ->> 'text' as text, question from room_event where live_id = ${liveId} order by seq`)
    expect(rows).toEqual([
      { text: '可以微波嗎？', question: true },
      { text: '+1', question: false },
      { text: '多少錢? ', question: true },
    ])
    throw new Error('seen')
  })
  await expect(found).rejects.toThrow('seen')
})
