import { expect, test } from 'vitest'
import { checkIndexConditions } from './index-conditions.ts'
import { treeOf } from './tree.ts'

const migration = `
create table live_event (live_id uuid, kind text, held boolean, code text);
create index event_shown on live_event (live_id) where kind in ('shown', 'hidden') and not held; -- where x = 'y'
create index event_code on live_event (code) where code <> '';
alter table live_event rename to "liveEvent";
create table other (id uuid, state text);
create index other_done on other (id) where state = 'done';`

const check = (source: string) =>
  checkIndexConditions(
    treeOf({ 'packages/server/migrations/001-a.sql': migration, 'packages/server/src/modules/a/a.store.ts': source }),
  ).map((found) => found.replace(/^.*ts:/, '').replace(' is an index’s condition: sql.lit', ''))

test('a value of a condition of an index that stands beside the text is caught, whatever its form', () => {
  const query = (where: string) => `export const a = db.selectFrom('liveEvent as it')\n.where('liveId', '=', b)${where}`
  expect(check(query(`.where('it.kind', '=', 'shown')`))).toEqual(['2 kind shown'])
  expect(check(query(`.where('kind', 'in', ['shown', 'hidden']).limit(1)`))).toEqual(['2 kind shown, hidden'])
  expect(check(query(`.where('held', '=', false)`))).toEqual(['2 held false'])
  expect(check(query(`.where((eb) => eb.and([eb('code', '=', c), eb('code', '!=', '')]))`))).toEqual(['2 code '])
})

test('what no index is about, what stands in the text and what is found by its id are left alone', () => {
  const query = (where: string) => `export const a = db.selectFrom('liveEvent')${where}`
  for (const where of [
    `.where('kind', '=', 'said')`,
    `.where('kind', '!=', 'shown')`,
    `.where('kind', 'in', ['shown', 'said'])`,
    `.where('kind', 'in', ['shown', ...more])`,
    `.where('kind', '=', sql.lit('shown'))`,
    `.where('kind', '=', kind)`,
    `.where('held', '=', true)`,
    `.where('state', '=', 'done')`,
    `.where('id', '=', id).where('kind', '=', 'shown')`,
  ])
    expect(check(query(where))).toEqual([])
})
