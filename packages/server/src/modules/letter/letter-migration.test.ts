import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createLetterContent } from './letter-content.ts'
import { createLetterQueueStore } from './letter-queue.store.ts'
import { createLetterStore } from './letter.store.ts'

const db = await sharedDatabase()

const before = `
  drop table "letterNotice"; drop table "unreachableAddress"; drop table "letterSetting";
  drop table "letterContent"; drop table "letterRecipient" cascade; drop table letter cascade; drop table "letterVersion";
  create table letter (id uuid primary key, "firmId" uuid not null references firm (id), key text not null,
    type integer not null, channel text not null, "toName" text not null, "toAddress" text not null, "fromName" text not null,
    subject text not null, html text not null, text text not null, calendar text not null default '', state text not null,
    transport text not null default '', reference text not null default '', problem text not null default '',
    attempts integer not null default 0, "leaseUntil" timestamptz, "dueAt" timestamptz not null,
    "createdAt" timestamptz not null, "sentAt" timestamptz, unique ("firmId", key), "heldSince" timestamptz,
    "searchText" text generated always as (left(lower("toName" || ' ' || subject), 500)) stored);
  create index letter_due on letter ("dueAt", id) where state = 'queued';
  create index letter_handing on letter ("leaseUntil") where state = 'handing';
  create index letter_held on letter ("firmId", "heldSince", id) where "heldSince" is not null;
  create index letter_by_address on letter ("firmId", "toAddress", "createdAt" desc);
  create index letter_list on letter ("firmId", "createdAt" desc, id desc) include (type, "searchText", "toAddress");
  create table "accountLetter" (id uuid primary key, "toAddress" text not null, subject text not null, html text not null,
    body text not null, "createdAt" timestamptz not null, "sentAt" timestamptz, problem text not null default '')`

/** What comes after them changes letters no more. */
const migrations = [
  '230-letter-recipient.sql',
  '231-account-letter.sql',
  '260-sms.sql',
  '261-letter-notice.sql',
  '262-unreachable-address.sql',
]

test('LETTER-1040 Letters from before there were versions are shown as they went, those that wait still go, and members’ stay out of logs', async () => {
  const firmId = await aFirmRow(db)
  const now = new Date()
  const [sent, waiting, account] = [newId(), newId(), newId()]
  // The tables as they were; the database is this test's own.
  for (const statement of before.split(';')) await db.raw(statement)
  for (const [id, key, state] of [
    [sent, 'signup:1:2', 'sent'],
    [waiting, 'signup:3:4', 'queued'],
  ])
    await db.raw(
      `insert into letter (id, "firmId", key, type, channel, "toName", "toAddress", "fromName", subject, html, text, calendar,
         state, "dueAt", "createdAt")
       values ($1, $2, $3, 2, 'email', '林', 'lin@example.com', '器日', '報名成功', '<p>位子</p>', '位子', 'BEGIN:VCALENDAR', $4, $5, $5)`,
      [id, firmId, key, state, now],
    )
  await db.raw(
    `insert into "accountLetter" (id, "toAddress", subject, html, body, "createdAt", "sentAt") values ($1, 'm@example.com',
       '重設', '<p>連結</p>', '連結', $2, $2)`,
    [account, now],
  )
  for (const name of migrations) {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    await db.transaction(async (tx) => {
      for (const statement of text.split(/;\s*$/m))
        if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
    })
  }
  const store = createLetterStore(db)
  const content = createLetterContent(db)
  const shown = async (id: string) => {
    const row = await store.find(firmId, id)
    const letter = row && (await content.letters([row.letterId])).get(row.letterId)
    return letter && content.of(letter, row)
  }
  const kept = { subject: '報名成功', html: '<p>位子</p>', text: '位子', calendar: 'BEGIN:VCALENDAR' }
  expect([await shown(sent), await shown(waiting)]).toEqual([kept, kept])
  const queue = createLetterQueueStore(db)
  const leaseUntil = new Date(now.getTime() + 60_000)
  const queues = (await queue.senders()).map((sender) => ({ sender, channel: 'any' as const }))
  const claimed = await queue.claim({ queues, share: 10, now, leaseUntil })
  expect(claimed.map(({ id, values }) => [id, values])).toEqual([[waiting, { firmName: '器日' }]])
  // All of them went by e-mail, and cost no points.
  expect(claimed).toMatchObject([{ channel: 'email', pointTenths: 0 }])
  expect(await store.list(firmId, { limit: 10, offset: 0, inAddresses: true })).toMatchObject({ total: 2 })
  expect((await store.newestOfPlatform(5)).map(({ id, state }) => [id, state])).toEqual([[account, 'sent']])
  // New letters are queued beside them.
  await db.raw(
    `insert into letter (id, "firmId", key, type, channel, audience, "createdAt") values ($1, $2, 'x', 2, 'email', '{}', $3)`,
    [newId(), firmId, now],
  )
})
