import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const t = await sharedApp()

test('SIGNUP-1324 A form from before reminders could be chosen reminds as its firm does, and keeps all else', async () => {
  const { db } = t.platform
  const member = await aFirmWithHours(t, '器日')
  const live = await aLive(t, member)
  const form = await aForm(t, member, [{ liveId: live.id }])
  // As it was before.
  await db.raw(`update signup set content = content - 'liveNoticeTemplate' - 'liveBeginsTemplate' where id = $1`, [
    form.id,
  ])
  await db.raw('drop index letter_of_session')
  const text = await readFile(join(migrationsFolder, '267-form-reminders.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  expect(await t.call(signupRoutes.show, { params: { id: form.id } }, member.headers)).toEqual(form)
})
