import { expect, test } from 'vitest'
import { recordStatements } from '../../../test/explain.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { createPersonOfLetter } from './person-of-letter.ts'
import { createSignupStore } from './signup.store.ts'

const t = await sharedApp()

const firmWithOne = async (name: string) => {
  const member = await aFirmWithHours(t, name)
  const live = await aLive(t, member, { minutes: 60 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { person } = await signUp(t, form.customUrl, [live.id], aPerson({ name: `${name}的客人` }))
  const { rows } = await t.platform.db.raw('select id from "signupUser" where "firmId" = $1', [member.firmId])
  return { firmId: member.firmId, id: String(rows[0]?.['id']), name: person.name }
}

test('SIGNUP-1342 Letters of two firms that ask at once for whom they are for get the people of their own firm, by one query a firm', async () => {
  const first = await firmWithOne('器日')
  const second = await firmWithOne('茶行')
  const personOf = createPersonOfLetter(createSignupStore(t.platform.db))
  const asked: readonly [firmId: string, id: string][] = [
    [first.firmId, first.id],
    [first.firmId, second.id],
    [second.firmId, second.id],
    [second.firmId, first.id],
    [first.firmId, 'guest@example.com'],
    [first.firmId, '00000000-0000-4000-8000-000000000000'],
    [first.firmId, first.id],
  ]
  let names: (string | undefined)[] = []
  const statements = await recordStatements(async () => {
    const found = await Promise.all(asked.map(([firmId, id]) => personOf(firmId, id)))
    names = found.map((person) => person?.name)
  })
  expect(names).toEqual([first.name, undefined, second.name, undefined, undefined, undefined, first.name])
  // What the server itself asks for meanwhile is of other tables.
  expect(statements.filter(({ text }) => text.includes('from "signupUser"'))).toHaveLength(2)
})
