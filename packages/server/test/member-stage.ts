import type { Role } from '@kaimai/contract/common/access.ts'
import { invitationRoutes, memberRoutes } from '@kaimai/contract/member/member.routes.ts'
import { beforeEach } from 'vitest'
import { sharedApp } from './fixtures.ts'
import { type Member, password, testApp } from './test-app.ts'

/** An app, a new firm's owner for each test, and what owners and members do. Called at the top of a test file. */
export const memberStage = async () => {
  const t = await sharedApp()
  const stage = { t, owner: await t.aFirm('器日') }
  beforeEach(async () => {
    stage.owner = await stage.t.aFirm('器日')
  })

  /** On an app of its own: it counts all there is, or names what only one may have, or reads the clock. */
  const alone = (run: () => Promise<void>) => async (): Promise<void> => {
    const shared = stage.t
    stage.t = await testApp()
    try {
      stage.owner = await stage.t.aFirm('器日')
      await run()
    } finally {
      await stage.t.close()
      stage.t = shared
    }
  }

  const change = (by: Member, of: Member, body: { role?: Role; extra?: Record<string, 0 | 1 | 2 | null> }) =>
    stage.t.call(memberRoutes.change, { params: { id: of.userId }, body }, by.headers)
  const remove = (by: Member, of: Member) =>
    stage.t.call(memberRoutes.remove, { params: { id: of.userId } }, by.headers)
  const members = async (by = stage.owner) => (await stage.t.call(memberRoutes.list, {}, by.headers)).items
  const stored = ({ firmId, userId, deviceId, token }: Member) => ({ firmId, userId, deviceId, token })
  const newestLetter = async () => {
    stage.t.clock.advance(1)
    const [letter] = await stage.t.app.services.accountLetters.newest(1)
    return letter
  }
  const tokenIn = async (path: string): Promise<string> =>
    new RegExp(`/auth/${path}/([\\w-]+)`).exec((await newestLetter())?.body ?? '')?.[1] ?? ''
  const invite = async (email: string, role: Role = 'host', by = stage.owner) => {
    stage.t.clock.advance(1)
    const made = await stage.t.call(invitationRoutes.invite, { body: { email, role } }, by.headers)
    return { ...made, token: await tokenIn('invitation') }
  }
  const acceptance = (token: string, account = 'newcomer') => ({
    token,
    account,
    userName: '林佳穎',
    password,
    deviceId: 'device-newcomer',
  })
  const accept = (token: string, account?: string) =>
    stage.t.call(invitationRoutes.accept, { body: acceptance(token, account) })
  /** The member logs in once more, with another browser. */
  const relogin = async (member: Member): Promise<Member> => {
    const reply = await stage.t.request({
      method: 'POST',
      url: '/api/firm_login',
      headers: { 'content-type': 'application/json', 'user-agent': 'Another Browser' },
      payload: JSON.stringify({ account: member.account, password, deviceId: `again-${stage.t.clock.ms()}` }),
    })
    const { data } = reply.body as {
      data: { userInfo: { token: string; authorizationToken: string }; deviceId: string }
    }
    return {
      ...member,
      deviceId: data.deviceId,
      token: data.userInfo.token,
      headers: {
        ...member.headers,
        authorization: `Bearer ${data.userInfo.authorizationToken}`,
        'x-csrf-token': String(reply.headers['x-csrf-token']),
      },
    }
  }

  return Object.assign(stage, {
    alone,
    change,
    remove,
    members,
    stored,
    newestLetter,
    tokenIn,
    invite,
    acceptance,
    accept,
    relogin,
  })
}
