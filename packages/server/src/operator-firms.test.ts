import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes } from '@kaimai/contract/member/member.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../test/fixtures.ts'
import { aLive, aVideo } from '../test/studio.ts'
import { type Member, password, testApp, WireError } from '../test/test-app.ts'
import { tokenLife } from './modules/auth/session-tokens.ts'
import { operatorTable } from './operator-commands.ts'

let t = await sharedApp()

/** On an app of its own: it counts all there is. */
const alone = (run: () => Promise<void>) => async (): Promise<void> => {
  const shared = t
  t = await testApp()
  try {
    await run()
  } finally {
    await t.close()
    t = shared
  }
}

const operator = (name: string, args: Record<string, string>): Promise<unknown> => {
  const command = operatorTable(() => t)[name]
  if (!command) throw new Error(`no command ${name}`)
  return command.run(args)
}
const error = async (call: Promise<unknown>): Promise<{ code: string; words: string }> =>
  call.then(
    () => ({ code: 'none', words: '' }),
    (error: unknown) =>
      error instanceof WireError
        ? { code: error.errorName, words: error.message }
        : { code: 'other', words: String(error) },
  )
const lives = (member: Member) => t.call(liveRoutes.list, {}, member.headers)
const login = (account: string, deviceId = 'device-again', given = password) =>
  t.call(authRoutes.login, { body: { account, password: given, deviceId } })
const storedOf = ({ firmId, userId, deviceId, token }: Member) => ({ firmId, userId, deviceId, token })
const logOf = async (firmId: string) =>
  (
    await t.platform.db.raw(
      `select action, "actorName", "memberId", change from audit where "firmId" = $1 order by "createdAt", id`,
      [firmId],
    )
  ).rows

describe('the operator and firms', () => {
  test('SERVER-2 The operator registers a firm with its owner and trial hours; a taken account is refused with an error text', async () => {
    const made = await operator('register', { account: 'Potter', email: 'p@example.com', name: '陶', person: '林' })
    expect(made).toMatchObject({ account: 'potter', password: expect.stringMatching(/.{12,}/) })
    const { password: given } = made as { password: string }
    const profile = await login('potter', 'device-one', given)
    expect(profile.firmInfo).toMatchObject({ name: '陶', liveHours: '10:00:00' })
    await expect(
      operator('register', { account: 'potter', email: 'p@example.com', name: '陶', person: '林' }),
    ).rejects.toThrow('taken')
    await expect(operator('register', { account: 'x', email: 'no', name: '', person: '' })).rejects.toThrow('email')
  })

  test('SERVER-3 Grants hours and points, takes them back, and counts a key once', async () => {
    const owner = await t.aFirm()
    const grant = (args: Record<string, string>) => operator('grant', { firm: owner.account, ...args })
    expect(await grant({ hours: '1.5' })).toMatchObject({ granted: true, hours: 1.5, points: 0 })
    expect(await grant({ hours: '-0.5' })).toMatchObject({ hours: 1 })
    expect(await grant({ points: '100', key: 'sorry' })).toMatchObject({ granted: true, points: 100 })
    expect(await grant({ points: '100', key: 'sorry' })).toMatchObject({ granted: false, points: 100 })
    await expect(grant({})).rejects.toThrow('--hours or --points')
    await expect(grant({ hours: '1', points: '1' })).rejects.toThrow('--hours or --points')
    await expect(operator('grant', { firm: 'nobody', hours: '1' })).rejects.toThrow('nobody')
    expect((await logOf(owner.firmId)).map(({ action, change }) => [action, change])).toEqual([
      ['firm.grant', { hours: 1.5 }],
      ['firm.grant', { hours: -0.5 }],
      ['firm.grant', { points: 100 }],
    ])
  })

  test('SERVER-4 The operator sets which products of the platform a firm has; its profile shows them', async () => {
    const owner = await t.aFirm()
    await operator('set-product', { firm: owner.firmId, product: 'bombmyAssociation', value: '0' })
    const profile = await t.call(authRoutes.profile, { query: storedOf(owner) })
    expect(profile.platformAuthority).toMatchObject({ bombmy: 1, bombmyAssociation: 0 })
    await expect(operator('set-product', { firm: owner.firmId, product: 'passwordHash', value: '1' })).rejects.toThrow(
      'product',
    )
  })

  test(
    'SERVER-5 Lists firms with owner, balances, products and suspension',
    alone(async () => {
      const owner = await t.aFirm('甲陶')
      await t.aFirm('乙木')
      await operator('suspend', { firm: owner.account, reason: '測試' })
      expect(await operator('firms', {})).toHaveLength(2)
      expect(await operator('firms', { q: '陶' })).toMatchObject([
        { name: '甲陶', owner: owner.account, hours: 0, points: 0, suspendedAt: t.clock.now() },
      ])
    }),
  )

  test('SERVER-6 Suspending ends every login: the next call says so with code 12, nobody comes back in', async () => {
    const owner = await t.aFirm()
    const host = await t.aMember(owner, 'host')
    const other = await t.aFirm()
    await operator('suspend', { firm: owner.account, reason: '未付款' })
    for (const member of [owner, host]) {
      const refusal = await error(lives(member))
      expect(refusal.code).toBe('sessionReplaced')
      expect(refusal.words).toContain('此商家帳號已停用')
    }
    expect((await error(t.call(authRoutes.autoLogin, { body: storedOf(owner) }))).words).toContain('已停用')
    expect((await error(t.call(authRoutes.profile, { query: storedOf(owner) }))).code).toBe('signedOut')
    expect(await error(login(owner.account))).toMatchObject({ code: 'forbidden' })
    expect((await error(lives(other))).code).toBe('none')
    expect(await operator('suspend', { firm: owner.account, reason: '再一次' })).toContain('already')
  })

  test('SERVER-7 Restoring lets members log in anew; what they held before stays ended', async () => {
    const owner = await t.aFirm()
    await operator('suspend', { firm: owner.account, reason: '未付款' })
    await operator('restore', { firm: owner.account })
    expect((await error(lives(owner))).code).toBe('sessionReplaced')
    expect((await error(t.call(authRoutes.autoLogin, { body: storedOf(owner) }))).code).toBe('signedOut')
    expect((await error(login(owner.account))).code).toBe('none')
    expect((await logOf(owner.firmId)).map(({ action, actorName, memberId }) => [action, actorName, memberId])).toEqual(
      [
        ['firm.suspend', 'operator', null],
        ['firm.restore', 'operator', null],
      ],
    )
  })

  test('SERVER-8 The room of a suspended firm is not there: not to see, not to join, not by a key held before', async () => {
    const owner = await t.aFirm()
    await operator('grant', { firm: owner.account, hours: '10' })
    const live = await t.call(
      liveRoutes.create,
      {
        body: {
          liveName: '週五開賣',
          platformType: 'video',
          videoId: await aVideo(t, owner),
          beginAt: t.clock.now().toISOString(),
          publish: true,
        },
      },
      owner.headers,
    )
    const join = () => t.call(roomRoutes.join, { body: { streamId: live.streamId, name: '小美' } })
    const { viewerKey } = await join()
    const history = () =>
      t.call(roomRoutes.history, { query: { streamId: live.streamId, before: 1 } }, { 'x-viewer-key': viewerKey })
    expect((await error(history())).code).toBe('none')
    await operator('suspend', { firm: owner.account, reason: '未付款' })
    expect((await error(join())).code).toBe('notFound')
    expect((await error(t.call(roomRoutes.show, { query: { streamId: live.streamId } }))).code).toBe('notFound')
    expect((await error(history())).code).toBe('notFound')
    await operator('restore', { firm: owner.account })
    expect((await error(history())).code).toBe('none')
  })

  test('SERVER-9 What the operator did stands in the log that the firm reads', async () => {
    const owner = await t.aFirm()
    await operator('grant', { firm: owner.account, points: '50', note: '補償' })
    const { items } = await t.call(auditRoutes.list, {}, owner.headers)
    expect(items).toMatchObject([
      {
        action: 'firm.grant',
        memberId: null,
        actorName: 'operator',
        ip: '',
        changes: [
          { field: 'note', before: null, after: '補償' },
          { field: 'points', before: null, after: '50' },
        ],
      },
    ])
  })
})

describe('sessions and registration', () => {
  test('SERVER-10 The profile takes the renewal token from a header, so that no address holds it; in the query it still works', async () => {
    const owner = await t.aFirm()
    const { token, ...query } = storedOf(owner)
    const profile = await t.call(authRoutes.profile, { query }, { 'x-renewal-token': token })
    expect(profile.userInfo.userId).toBe(owner.userId)
    expect((await error(t.call(authRoutes.profile, { query }))).code).toBe('signedOut')
    expect((await error(t.call(authRoutes.profile, { query: { ...query, token } }))).code).toBe('none')
  })

  test(
    'SERVER-11 Logins that ended, or ran out, a month ago are swept with their tokens; running ones stay',
    alone(async () => {
      const owner = await t.aFirm()
      await login(owner.account, 'another-device')
      await t.call(
        authRoutes.signOut,
        { query: { firmId: owner.firmId, userId: owner.userId, deviceId: owner.deviceId } },
        owner.headers,
      )
      const left = async () =>
        (await t.platform.db.raw(`select "deviceId" from session order by "deviceId"`)).rows.map(
          ({ deviceId }) => deviceId,
        )
      const sweep = (ageMs: number) => t.app.services.sweepSessions(new Date(t.clock.ms() - ageMs))
      await sweep(tokenLife.renewalMs)
      expect(await left()).toEqual(['another-device', owner.deviceId].toSorted())
      t.clock.advance(tokenLife.renewalMs - 1000)
      await login(owner.account, 'new-device')
      t.clock.advance(2000)
      await sweep(tokenLife.renewalMs)
      expect(await left()).toEqual(['another-device', 'new-device'])
      t.clock.advance(tokenLife.renewalMs)
      await sweep(tokenLife.renewalMs)
      expect(await left()).toEqual(['new-device'])
    }),
  )

  test(
    'SERVER-12 Trial hours come with the registration or not at all: an account that is taken leaves none',
    alone(async () => {
      const body = { account: 'lin.chia', password, email: 'l@example.com', userName: '林', deviceId: 'device-one' }
      await t.call(authRoutes.register, { body })
      await error(t.call(authRoutes.register, { body }))
      const { rows } = await t.platform.db.raw('select count(*)::int as entries from "liveHoursLedger"')
      expect(rows).toEqual([{ entries: 1 }])
      expect((await t.platform.db.raw('select count(*)::int as firms from firm')).rows).toEqual([{ firms: 1 }])
    }),
  )

  test('SERVER-788 The operator is told of each live that was charged other seconds than were watched, and of no other', async () => {
    const owner = await aFirmWithHours(t, '器日')
    const [right, wrong, old] = [await aLive(t, owner), await aLive(t, owner), await aLive(t, owner)]
    for (const [{ id }, watched, charged, daysAgo] of [
      [right, 3_600, 3_600, 0],
      [wrong, 3_600, 3_599, 0],
      [old, 60, 0, 40],
    ] as const)
      await t.platform.db.raw(
        `insert into "liveHoursCheck" ("liveId", "firmId", watched, charged, "checkedAt") values ($1, $2, $3, $4, $5)`,
        [id, owner.firmId, watched, charged, new Date(t.clock.ms() - daysAgo * 86_400_000)],
      )
    const listed = async (args: Record<string, string>) =>
      ((await operator('hours', args)) as { liveId: string; firmId: string; watched: number; charged: number }[])
        .filter(({ firmId }) => firmId === owner.firmId)
        .map(({ liveId, watched, charged }) => [liveId, watched, charged])
    expect(await listed({})).toEqual([[wrong.id, 3_600, 3_599]])
    expect(await listed({ days: '60' })).toEqual([
      [wrong.id, 3_600, 3_599],
      [old.id, 60, 0],
    ])
  })
})
