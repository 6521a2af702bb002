import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { aForm, aLive } from './studio.ts'
import type { Member, TestApp } from './test-app.ts'

/** A live of the owner's with its sign-up form, people with browsers who come to it, and the owner who blocks them. */
export const blockStage = async (t: TestApp, owner: Member) => {
  const open = async () => {
    const live = await aLive(t, owner, { minutes: 10 })
    return { live, form: await aForm(t, owner, [{ liveId: live.id }]) }
  }
  let stage = await open()

  let count = 0
  const aPerson = () => {
    count += 1
    return {
      name: `林${count}`,
      phone: `0912${String(100_000 + count)}`,
      email: `lin${count}@example.com`,
      consent: true as const,
    }
  }

  /** A browser: keeps its cookies. */
  const aBrowser = () => {
    let cookie = ''
    return async (route: Route, body: object, headers = {}) => {
      const reply = await t.request({
        method: route.method,
        url: pathOf(route),
        headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }), ...headers },
        payload: JSON.stringify(body),
      })
      const set = [reply.headers['set-cookie']].flat().filter((one) => one !== undefined)
      for (const one of set) cookie = String(one).split(';')[0] ?? ''
      return reply.body as { data?: never; error?: { name: string; message: string } } & Record<string, unknown>
    }
  }
  const signUp = async (browser: ReturnType<typeof aBrowser>, person: ReturnType<typeof aPerson>, of = stage.form) => {
    const reply = await browser(publicSignupRoutes.signUp, {
      customUrl: of.customUrl,
      liveIds: of.sessionInfoList.map(({ liveId }) => liveId),
      ...person,
    })
    const data = reply.data as unknown as { result: string; links: { path: string }[] }
    return { ...data, key: data.links[0]?.path.split('/').at(-1) }
  }
  const join = (browser: ReturnType<typeof aBrowser>, viewerKey?: string, of = stage.live) =>
    browser(roomRoutes.join, { streamId: of.streamId, ...(viewerKey === undefined ? {} : { viewerKey }) })
  const nameOf = (reply: { error?: { name: string } | undefined }) => reply.error?.name ?? 'in'

  const newest = async (q: string) => {
    const { items } = await t.call(blockRoutes.list, { query: { q } }, owner.headers)
    const [block] = items
    if (block === undefined) throw new Error(`no block of ${q}`)
    return block
  }
  const viewerNamed = async (name: string) => {
    const { viewers } = await t.call(blockRoutes.candidates, { query: { q: name } }, owner.headers)
    const [viewer] = viewers
    if (viewer === undefined) throw new Error(`no viewer ${name}`)
    return viewer
  }
  const blockViewer = async (name: string, liveId: string | null, reason = '洗版') =>
    t.call(
      blockRoutes.create,
      { body: { liveUserId: (await viewerNamed(name)).liveUserId, liveId, reason } },
      owner.headers,
    )

  return {
    /** Another live with its form; from now on people come to these. */
    reopen: async () => {
      stage = await open()
      return stage
    },
    aPerson,
    aBrowser,
    signUp,
    join,
    nameOf,
    newest,
    viewerNamed,
    blockViewer,
  }
}
