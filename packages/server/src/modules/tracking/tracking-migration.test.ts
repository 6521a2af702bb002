import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const member = await t.aFirm()

const answered = '2026-11-20 ["臺北市",["花生過敏"]]'

test('TRACKING-14 What was kept of events with an answer as an id is deleted, the others keep their ids alone.', async () => {
  const [product, page] = [newId(), newId()]
  const { db } = t.platform
  const fact = (eventId: string, id: string) =>
    db.raw(
      `insert into "viewFact" ("firmId", "eventId", page, "pageId", visit, event, items, currency, at)
       values ($1, $2, 'signup', $3, 'visit', 'ViewContent', cast($4 as jsonb), 'TWD', $5)`,
      [
        member.firmId,
        eventId,
        page,
        JSON.stringify([{ id, name: '林佳穎', variant: '', price: 5, quantity: 2 }]),
        t.clock.now(),
      ],
    )
  await fact('answer', answered)
  await fact('place', 'place')
  await fact('product', product)
  const waiting = (eventId: string, event: object) =>
    db.raw(
      `insert into "advertiserEvent" (id, "firmId", target, name, "eventId", at, event, state, tries, "nextAt", problem)
       values ($1, $2, 'meta', 'InitiateCheckout', $3, $4, cast($5 as jsonb), 'waiting', 0, $4, '')`,
      [newId(), member.firmId, eventId, t.clock.now(), JSON.stringify(event)],
    )
  await waiting('meta answer', { custom_data: { contents: [{ id: answered }] } })
  await waiting('tiktok answer', { properties: { contents: [{ content_id: answered }] } })
  await waiting('plain', { custom_data: { contents: [{ id: product }] } })
  const sql = await readFile(new URL('../../../migrations/104-tracking-ids.sql', import.meta.url), 'utf8')
  // The table it makes exists already, and a later migration renamed the column.
  const changes = sql
    .slice(0, sql.indexOf('create table'))
    .replaceAll(/\bthings\b/g, 'items')
    .split(';\n')
  for (const change of changes) if (/^(delete|update)/m.test(change)) await db.raw(change)
  const { rows: facts } = await db.raw('select "eventId", items from "viewFact" order by 1')
  expect(facts).toEqual([
    { eventId: 'place', items: [{ id: page, price: 5, quantity: 2 }] },
    { eventId: 'product', items: [{ id: product, price: 5, quantity: 2 }] },
  ])
  const { rows: events } = await db.raw('select "eventId" from "advertiserEvent"')
  expect(events).toEqual([{ eventId: 'plain' }])
})
