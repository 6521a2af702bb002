import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { automaticDefaults, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

/** A text of a type with one of its variables. */
const bodyOf = (letterTemplateType: number, variable: string) => {
  const content = {
    subject: `{{firmName}}的信｜{{${variable}}}`,
    blocks: [{ kind: 'heading' as const, text: '{{name|您}}好' }],
  }
  return { letterTemplateName: '自己的', letterTemplateType, contents: { 'zh-TW': content, en: content } }
}
const { cartLeft, restocked, saleBegins } = letterTypes
const ofShop = [
  ['cartLeft', cartLeft, 'cartItems'],
  ['restocked', restocked, 'productName'],
  ['saleBegins', saleBegins, 'productName'],
] as const

test('LETTER-TEMPLATE-740 Texts about carts and products hold the variables of their type, are chosen as the others are, previewed and sent to oneself', async () => {
  for (const [name, type, variable] of ofShop) {
    const body = bodyOf(type, variable)
    const { id } = await t.call(letterTemplateRoutes.create, { body }, member.headers)
    const chosen = await t.call(
      automaticLetterRoutes.change,
      { body: { ...automaticDefaults, [name]: id } },
      member.headers,
    )
    expect(chosen[name]).toBe(id)
    const { letterTemplateType, contents } = body
    const example = { letterTemplateType, contents, language: 'zh-TW' as const }
    const shown = await t.call(
      letterTemplateRoutes.preview,
      { body: { ...example, recipientId: null } },
      member.headers,
    )
    expect([shown.subject, shown.problems]).toEqual([expect.stringContaining('霧白飯碗'), {}])
    const { to } = await t.call(letterTemplateRoutes.test, { body: example }, member.headers)
    const sent = await lettersTo(t, to, (letter) => letter.type === type)
    expect(sent.map(({ subject, state }) => [subject, state])).toEqual([[shown.subject, 'sent']])
  }
})

test('LETTER-TEMPLATE-741 A text of one type takes no variable of another, and a type of which firms write none is refused at its field', async () => {
  const create = (type: number, variable: string) =>
    t.call(letterTemplateRoutes.create, { body: bodyOf(type, variable) }, member.headers)
  expect(await errorNameOf(create(cartLeft, 'productName'))).toBe('invalid')
  for (const type of [letterTypes.signupCode, letterTypes.refundNotice, 21])
    await expect(create(type, 'name')).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { letterTemplateType: expect.any(String) },
    })
})

test('LETTER-TEMPLATE-742 Templates that are there stay, and the table takes the three further types alone', async () => {
  const constraint = '"letterTemplate_letterTemplateType_check"'
  // As it was before; nothing else of this file comes after.
  await t.platform.db.raw('delete from "letterTemplate"')
  await t.platform.db.raw(`alter table "letterTemplate" drop constraint ${constraint},
    add constraint ${constraint} check ("letterTemplateType" between 1 and 10)`)
  const insert = (type: number) =>
    t.platform.db.raw(
      `insert into "letterTemplate" (id, "firmId", version, "letterTemplateName", "letterTemplateType", contents, "searchText",
         "createdAt") values ($1, $2, 1, '秋窯', $3, '{}', '秋窯', $4)`,
      [newId(), member.firmId, type, t.clock.now()],
    )
  await insert(10)
  await expect(insert(17)).rejects.toThrow()
  const text = await readFile(join(migrationsFolder, '270-shop-letter-templates.sql'), 'utf8')
  await t.platform.db.transaction((tx) => sql.raw(text).execute(tx.as()))
  for (const type of [17, 18, 19]) await insert(type)
  for (const type of [0, 11, 16, 20]) await expect(insert(type)).rejects.toThrow()
  const { rows } = await t.platform.db.raw('select count(*)::int as templates from "letterTemplate"')
  expect(rows).toEqual([{ templates: 4 }])
})
