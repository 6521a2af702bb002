import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, payOrder, placedIn } from '../../../test/buying.ts'
import { readFacts } from '../../../test/fact-reading.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop } from '../../../test/profile-shop.ts'
import { aPerson, joinRoom } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let owner: Member
beforeEach(async () => {
  owner = await aFirmWithHours(t, '器日')
})
const facts = (...kinds: string[]) => readFacts(t.platform.db, owner.firmId, ...kinds)
const attribution = { association: 'amy', source: 'line', medium: '', campaign: '', term: '', content: '' }

test('FACT-10 Who signs up for two sessions is a fact of each, with what the person came by and how long before the live; again is none', async () => {
  const [first, second] = [await aLive(t, owner, { minutes: 60 }), await aLive(t, owner, { minutes: 120 })]
  const form = await aForm(t, owner, [{ liveId: first.id }, { liveId: second.id }])
  const { customUrl } = form
  const [device, person] = [aDevice(), aPerson()]
  const body = { customUrl, liveIds: [first.id, second.id], ...person, tracking: { attribution } }
  for (let time = 0; time < 2; time += 1) await t.call(publicSignupRoutes.signUp, { body }, device)
  const found = await facts()
  expect(found.map(({ kind, liveId, offsetMs }) => [kind, liveId, offsetMs]).toSorted()).toEqual(
    [
      ['signedUp', first.id, -60 * 60_000],
      ['signedUp', second.id, -120 * 60_000],
    ].toSorted(),
  )
  expect(new Set(found.map(({ signupUserId }) => signupUserId)).size).toBe(1)
  for (const fact of found) expect(fact).toMatchObject({ attribution, isSimulated: false, orderId: null })
})

test('FACT-11 Whom the staff adds to a form has signed up too', async () => {
  const live = await aLive(t, owner)
  const form = await aForm(t, owner, [{ liveId: live.id }])
  const { name, phone, email } = aPerson()
  const body = { signupId: form.id, liveId: live.id, name, phone, email, consentSource: '市集' }
  await t.call(signupUserRoutes.add, { body }, owner.headers)
  expect(await facts()).toMatchObject([{ kind: 'signedUp', liveId: live.id, attribution: {} }])
})

test('FACT-12 A place that was paid with play money is a sign-up that no figure counts', async () => {
  const course = await aCourse(t, owner)
  const { orderId } = placedIn(await course.order())
  await payOrder(t, owner.firmId, orderId)
  expect(await facts('signedUp')).toMatchObject([{ liveId: course.live.id, orderId, isSimulated: true }])
})

test('FACT-13 Of a person who is erased the facts stay, and say nothing of whom', async () => {
  const shop = await aProfileShop(t, owner)
  const device = aDevice()
  const person = aPerson()
  const { key } = await shop.signUp(device, person)
  await joinRoom(t, shop.live.streamId, key)
  const { orderId } = await shop.order(key, device)
  const before = await facts()
  expect(before.map(({ kind }) => kind).toSorted()).toEqual(['carted', 'ordered', 'signedUp', 'signedUp'])
  const id = before.find(({ kind }) => kind === 'signedUp')?.signupUserId ?? ''
  const viewer = before.find(({ kind }) => kind === 'ordered')?.liveUserId ?? ''
  expect(before.find(({ kind }) => kind === 'ordered')).toMatchObject({ orderId, signupUserId: id })
  await t.call(signupUserRoutes.erase, { body: { signupUserId: id } }, owner.headers)
  const after = await facts()
  expect(after.map(({ kind }) => kind).toSorted()).toEqual(['carted', 'ordered', 'signedUp', 'signedUp'])
  expect(JSON.stringify(after)).not.toContain(id)
  expect(JSON.stringify(after)).not.toContain(viewer)
})
