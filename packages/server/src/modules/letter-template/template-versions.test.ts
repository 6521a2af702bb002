import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateLimits } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { templateBody, templateContents } from '../../../test/letter-template.ts'
import type { Member } from '../../../test/test-app.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await t.aFirm('器日')
})

const create = (body = templateBody()) => t.call(letterTemplateRoutes.create, { body }, member.headers)
const change = (id: string, body: object, by = member) =>
  t.call(letterTemplateRoutes.change, { params: { id }, body: { ...templateBody(), ...body } }, by.headers)
const versions = (id: string, by = member) => t.call(letterTemplateRoutes.versions, { params: { id } }, by.headers)
const version = (id: string, number: number | string, by = member) =>
  t.call(letterTemplateRoutes.version, { params: { id, version: String(number) } }, by.headers)
const numbers = async (id: string) => (await versions(id)).map((each) => each.version)

const nameOf = async ({ userId }: Member) =>
  (await t.platform.db.raw('select name from member where id = $1', [userId])).rows[0]?.['name']

const withSubject = (subject: string) => {
  const contents = templateContents()
  return { contents: { ...contents, 'zh-TW': { ...contents['zh-TW'], subject } } }
}

describe('versions of templates', () => {
  test('LETTER-TEMPLATE-750 Each save that changes something is a version with its time and its member, and any can be looked at', async () => {
    const { id } = await create()
    const firstMs = t.clock.ms()
    t.clock.advance(60_000)
    const colleague = await t.aMember(member, 'manager')
    await t.platform.db.raw(`update member set name = '小助理' where id = $1`, [colleague.userId])
    await change(id, { letterTemplateName: '冬窯', ...withSubject('冬窯見') }, colleague)
    // Nothing is another than before.
    await change(id, { letterTemplateName: '冬窯', ...withSubject('冬窯見') })
    const said = await versions(id)
    expect(said.map(({ letterTemplateName, savedAt }) => [letterTemplateName, Date.parse(savedAt)])).toEqual([
      ['冬窯', firstMs + 60_000],
      ['秋窯報名完成', firstMs],
    ])
    expect(said.map(({ savedBy }) => savedBy)).toEqual(['小助理', await nameOf(member)])
    const [now, first] = said
    expect((await version(id, first?.version ?? 0)).contents).toEqual(templateContents())
    expect((await version(id, now?.version ?? 0)).contents['zh-TW'].subject).toBe('冬窯見')
    expect(await version(id, first?.version ?? 0)).toMatchObject(first ?? {})
  })

  test('LETTER-TEMPLATE-751 What goes back to an earlier version is a version of its own, also of another type', async () => {
    const { id } = await create()
    await change(id, { letterTemplateType: letterTypes.liveNotice, ...withSubject('快開播了') })
    const { letterTemplateName, letterTemplateType, contents } = await version(id, 1)
    await change(id, { letterTemplateName, letterTemplateType, contents })
    expect((await versions(id)).map((each) => each.letterTemplateType)).toEqual([2, letterTypes.liveNotice, 2])
    expect((await version(id, 3)).contents).toEqual(templateContents())
  })

  test(`LETTER-TEMPLATE-752 The newest ${letterTemplateLimits.versions} are kept, of each template its own`, async () => {
    const [one, other] = [await create(), await create()]
    for (let at = 0; at < letterTemplateLimits.versions + 3; at += 1) await change(one.id, withSubject(`第 ${at} 次`))
    const kept = await numbers(one.id)
    expect(kept).toEqual(
      Array.from({ length: letterTemplateLimits.versions }, (_, at) => letterTemplateLimits.versions + 4 - at),
    )
    expect(await errorNameOf(version(one.id, 4))).toBe('noData')
    expect(await numbers(other.id)).toEqual([1])
  })

  test('LETTER-TEMPLATE-753 Nobody sees versions of another firm, of a template that was deleted, or without a login; a number that is none is refused', async () => {
    const { id } = await create()
    const other = await t.aFirm()
    expect(await errorNameOf(versions(id, other))).toBe('noData')
    expect(await errorNameOf(version(id, 1, other))).toBe('noData')
    expect(await errorNameOf(t.call(letterTemplateRoutes.versions, { params: { id } }))).toBe('sessionExpired')
    expect(await errorNameOf(t.call(letterTemplateRoutes.version, { params: { id, version: '1' } }))).toBe(
      'sessionExpired',
    )
    for (const wrong of ['0', '-1', 'x', '99999999999']) expect(await errorNameOf(version(id, wrong))).toBe('invalid')
    expect(await errorNameOf(version(id, 2))).toBe('noData')
    await t.call(letterTemplateRoutes.remove, { params: { id } }, member.headers)
    expect(await errorNameOf(versions(id))).toBe('noData')
    expect(await errorNameOf(version(id, 1))).toBe('noData')
  })

  test('LETTER-TEMPLATE-754 A template from before versions were kept has the one that it stands at, with who saved it when', async () => {
    const { id } = await create()
    const made = t.clock.ms()
    t.clock.advance(60_000)
    await change(id, withSubject('冬窯見'))
    const untouched = await create(templateBody('沒改過'))
    const gone = await create(templateBody('刪掉的'))
    await t.call(letterTemplateRoutes.remove, { params: { id: gone.id } }, member.headers)
    const { db } = t.platform
    await db.raw('drop table "letterTemplateVersion"')
    const text = await readFile(join(migrationsFolder, '277-letter-template-version.sql'), 'utf8')
    await db.transaction(async (tx) => {
      for (const statement of text.split(/;\s*$/m))
        if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
    })
    expect(await versions(id)).toMatchObject([
      { version: 2, savedAt: new Date(made + 60_000).toISOString(), savedBy: await nameOf(member) },
    ])
    expect((await version(id, 2)).contents['zh-TW'].subject).toBe('冬窯見')
    expect(await versions(untouched.id)).toMatchObject([{ version: 1, savedBy: '' }])
    const { rows } = await db.raw(
      'select count(*)::int as n from "letterTemplateVersion" where "letterTemplateId" = $1',
      [gone.id],
    )
    expect(rows).toEqual([{ n: 0 }])
    await change(id, {})
    expect(await numbers(id)).toEqual([3, 2])
  })
})
