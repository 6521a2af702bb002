import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { joinRoom } from '../../../test/sign-up-people.ts'
import { aLive } from '../../../test/studio.ts'
import { signupUserStage } from '../../../test/signup-user-stage.ts'

const t = await sharedApp()

const member = await t.aFirm('器日')
const other = await t.aFirm('別家')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const { show, lettersTo, takenOf, endNow, aStage } = signupUserStage(t, member)

describe('moving to another session', () => {
  const move = (signupUserIds: readonly string[], toLiveId: string, given: object = {}) =>
    t.call(signupUserRoutes.move, { body: { signupUserIds: [...signupUserIds], toLiveId, ...given } }, member.headers)

  test('SIGNUP-USER-17 Takes the place there and gives the one here back; the link before ends and the new one goes by letter', async () => {
    const { form, one, two, people, ids } = await aStage(5)
    await t.platform.jobs.idle()
    expect(await move([ids[0]], two.id)).toEqual({ moved: 1 })
    expect([await takenOf(form.id, one.id), await takenOf(form.id, two.id)]).toEqual([2, 1])
    const shown = await show(ids[0])
    expect(shown.seats.map(({ liveId }) => liveId)).toEqual([two.id])
    expect(shown.events.map(({ kind }) => kind)).toContain('moved')
    expect((await joinRoom(t, one.streamId, people[0]?.key ?? '')).status).toBe(410)
    const [, letter] = await lettersTo(people[0]?.email ?? '')
    expect(letter).toContain(shown.links[0]?.path)
    // There and back again: the link that comes is the one that works.
    await move([ids[0]], one.id)
    const letters = await lettersTo(people[0]?.email ?? '')
    const key = (await show(ids[0])).links[0]?.path.split('/').at(-1) ?? ''
    expect(letters.at(-1)).toContain(key)
    expect((await joinRoom(t, one.streamId, key)).status).toBe(200)
  })

  test('SIGNUP-USER-18 Moves all or nobody: too few places, a session that is over or of another form are refused with an error text', async () => {
    const { form, one, two, ids } = await aStage(2)
    const state = async () => [await takenOf(form.id, one.id), await takenOf(form.id, two.id)]
    await expect(move(ids, two.id)).rejects.toMatchObject({
      errorName: 'soldOut',
      message: expect.stringMatching(/2 .*3/),
    })
    expect(await state()).toEqual([3, 0])
    const stranger = await aLive(t, member, { minutes: 30 })
    await expect(move(ids, stranger.id)).rejects.toMatchObject({ fields: { toLiveId: expect.any(String) } })
    await expect(move([ids[0]], one.id, { fromLiveId: two.id })).rejects.toMatchObject({
      fields: { fromLiveId: expect.any(String) },
    })
    expect(await move(ids.slice(0, 2), two.id, { notify: false })).toEqual({ moved: 2 })
    expect(await state()).toEqual([1, 2])
    await endNow(two.id)
    await expect(move([ids[2]], two.id)).rejects.toMatchObject({ errorName: 'gone' })
    await expect(
      t.call(signupUserRoutes.move, { body: { signupUserIds: [ids[2]], toLiveId: two.id } }, other.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
  })

  test('SIGNUP-USER-19 Of two moves at once into the last place one succeeds, and places equal seats', async () => {
    const { form, one, two, ids } = await aStage(1)
    const both = await Promise.allSettled([move([ids[0]], two.id), move([ids[1]], two.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await t.platform.db.raw(
      `select s."liveId", s.taken, (select count(*) from "signupSeat" seat join "signupUser" person on person.id = seat."signupUserId"
         where seat."liveId" = s."liveId" and person."signupId" = s."signupId") as seats
       from "signupSession" s where s."signupId" = $1`,
      [form.id],
    )
    for (const row of rows) expect(Number(row['taken'])).toBe(Number(row['seats']))
    expect([await takenOf(form.id, one.id), await takenOf(form.id, two.id)]).toEqual([2, 1])
  })
})
