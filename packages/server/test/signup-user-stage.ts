import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { lettersTo } from './letters.ts'
import { aPerson, signUp } from './sign-up-people.ts'
import { aForm, aLive } from './studio.ts'
import type { Member, TestApp } from './test-app.ts'

/** What tests ask of an owner's sign-ups. */
export const signupUserStage = (t: TestApp, owner: Member) => {
  const list = (query: object, by = owner) => t.call(signupUserRoutes.list, { query }, by.headers)
  const names = async (query: object, by = owner) => (await list(query, by)).items.map(({ name }) => name)
  const idOf = async (signupId: string, name: string): Promise<string> => {
    const found = (await list({ signupId, q: name })).items.find((row) => row.name === name)
    return found?.id ?? ''
  }
  const show = (id: string, by = owner) => t.call(signupUserRoutes.show, { params: { id } }, by.headers)
  const textsTo = async (address: string): Promise<string[]> => (await lettersTo(t, address)).map(({ text }) => text)
  const takenOf = async (signupId: string, liveId: string): Promise<number> => {
    const { rows } = await t.platform.db.raw(
      'select taken from "signupSession" where "signupId" = $1 and "liveId" = $2',
      [signupId, liveId],
    )
    return Number(rows[0]?.['taken'])
  }

  const endNow = (liveId: string) =>
    t.platform.db.raw('update live set "endAt" = $1 where id = $2', [t.clock.now(), liveId])

  /** A form of two sessions and three people in the first. */
  const aStage = async (capacity?: number) => {
    const [one, two] = [await aLive(t, owner, { minutes: 10 }), await aLive(t, owner, { minutes: 200 })]
    const form = await aForm(t, owner, [{ liveId: one.id }, { liveId: two.id, capacity: capacity ?? null }])
    const people: { name: string; email: string; phone: string; key: string }[] = []
    for (const name of ['林佳穎', '陳志明', '黃雅婷']) {
      const { key, person } = await signUp(t, form.customUrl, [one.id], aPerson({ name }))
      people.push({ ...person, key })
      t.clock.advance(60_000)
    }
    const ids = await Promise.all(people.map(({ name }) => idOf(form.id, name)))
    return { one, two, form, people, ids: ids as [string, string, string] }
  }

  return { list, names, idOf, show, lettersTo: textsTo, takenOf, endNow, aStage }
}
