import { searchRoutes } from '@kaimai/contract/search/search.routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aVideo } from '../../../test/studio.ts'
import { type Member, urlOf } from '../../../test/test-app.ts'

const t = await sharedApp()
const owner = await t.aFirm('器日')
const other = await t.aFirm('別家')
const person = { name: '林佳穎', phone: '0955738164', email: 'kumquat@fjordmail.test', consent: true as const }

const find = async (member: Member, q: string) =>
  (await t.call(searchRoutes.find, { query: { q } }, member.headers)).items.map(({ kind, label }) => `${kind} ${label}`)

let liveId: string
beforeAll(async () => {
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const live = await aLive(t, owner, { minutes: 30, videoId: await aVideo(t, owner, 60) })
  liveId = live.id
  await t.platform.db.raw(`update live set name = '秋日開賣 側把壺' where id = $1`, [liveId])
  const form = await aForm(t, owner, [{ liveId }])
  await signUp(t, form.customUrl, [liveId], person)
})

describe('search', () => {
  test('SEARCH-3 One call finds what the firm has of every kind, and nothing of another firm', async () => {
    expect(await find(owner, '側把壺')).toEqual(['live 秋日開賣 側把壺'])
    expect(await find(owner, '林佳')).toContain('signup-user 林佳穎')
    expect(await find(other, '側把壺')).toEqual([])
    expect(await find(other, '林佳')).toEqual([])
  })

  test('SEARCH-4 Whoever may not read a kind finds none of it, and without the right to contacts nobody by them', async () => {
    const assistant = await t.aMember(owner, 'assistant')
    const host = await t.aMember(owner, 'host')
    expect(await find(assistant, '林佳')).toEqual([])
    expect(await find(assistant, '側把壺')).toEqual(['live 秋日開賣 側把壺'])
    // Names are no contacts, whether of a person or on a letter.
    expect((await find(host, '林佳'))[0]).toBe('signup-user 林佳穎')
    for (const q of [person.phone, '0955-738-164', person.email]) {
      expect(await find(host, q)).toEqual([])
      expect(await find(owner, q)).toContain('signup-user 林佳穎')
    }
    const seen = await t.call(searchRoutes.find, { query: { q: '林佳' } }, host.headers)
    expect(JSON.stringify(seen)).not.toContain('955738164')
  })

  test('SEARCH-5 Too little typed finds nothing, a sign of a pattern is a letter like any other', async () => {
    expect(await find(owner, '')).toEqual([])
    expect(await find(owner, '林')).toEqual([])
    expect(await find(owner, '%%')).toEqual([])
    expect(await find(owner, '__')).toEqual([])
  })

  test('SEARCH-6 A live that lets viewers in is marked, so that it opens its control room', async () => {
    const isRunning = async () =>
      (await t.call(searchRoutes.find, { query: { q: '側把壺' } }, owner.headers)).items[0]?.isRunning
    expect(await isRunning()).toBe(true)
    await t.platform.db.raw(`update live set "cancelledAt" = "beginAt" where id = $1`, [liveId])
    expect(await isRunning()).toBe(false)
  })

  test('SEARCH-7 Nobody searches without logging in', async () => {
    const { status } = await t.request({ method: 'GET', url: urlOf(searchRoutes.find, { query: { q: '側把壺' } }) })
    expect(status).toBe(401)
  })

  test('SEARCH-9 A firm that has just brought many people in is searched by reading each of them a few times, with the plan from before', async () => {
    const { db } = t.platform
    const firm = await t.aFirm('剛匯入名單的店')
    /** Rows of people that statements have looked at so far. */
    const rowsRead = async (): Promise<number> => {
      if (db.kind === 'pglite') await db.raw('select pg_stat_force_next_flush()')
      const { rows } = await db.raw(
        `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) + (select sum(idx_tup_read) from pg_stat_user_indexes
           where relname = 'signupUser') as read
         from pg_stat_user_tables where relname = 'signupUser'`,
      )
      return Number(rows[0]?.['read'])
    }
    // Often enough that every connection has made its one plan for all values.
    for (let time = 0; time < 60; time += 1) await find(firm, '沒有這個')
    const people = 3_000
    await db.raw(
      `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", flagged,
         language, "isCancelNotice", source, answers, given, "createdAt")
       select gen_random_uuid(), $1, one."signupId", '報名者' || n, '+8869' || lpad(n::text, 8, '0'), n || '@example.com', '', '', '',
         false, 'zh-TW', false, 'import', '{}', '{}', one."createdAt" + n * interval '1 second'
       from (select * from "signupUser" limit 1) one, generate_series(1, ${people}) n`,
      [firm.firmId],
    )
    const before = await rowsRead()
    expect(await find(firm, '沒有這個')).toEqual([])
    // Behind `in` they were all read again for each of them.
    expect((await rowsRead()) - before).toBeLessThan(10 * people)
  })
})
