import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { anOpenRoom } from '../../../test/control-room.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { password } from '../../../test/test-app.ts'

const audience = 'live.kaimai.test'
const t = await sharedApp({ environment: { PUBLIC_URL: 'http://kaimai.test', AUDIENCE_URL: `http://${audience}` } })
const owner = await aFirmWithHours(t)

const cookieOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
const post = (path: string, body: object, headers: Record<string, string>) =>
  t.request({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
const page = (host: string, url: string, cookie = '') =>
  t.request({ method: 'GET', url, headers: { host, cookie, accept: 'text/html' } })
const login = async () =>
  cookieOf(
    await post(
      pathOf(authRoutes.login),
      { account: owner.account, password, deviceId: `${owner.deviceId}-2` },
      { host: 'kaimai.test' },
    ),
  )
/** Joins in the room's host, and answers whether it was taken for a preview. */
const isPreview = async (streamId: string, cookie: string): Promise<boolean> => {
  const { body } = await post(pathOf(roomRoutes.join), { streamId }, { host: audience, cookie })
  const { viewerKey } = (body as { data: { viewerKey: string } }).data
  const viewer = await t.app.services.liveUsers.byViewerKey(streamId, viewerKey)
  return viewer?.preview === true
}
const pathIn = (location: unknown): string => {
  const url = new URL(String(location), `http://${audience}`)
  return url.pathname + url.search
}

test('ROOM-780 Where rooms stand on a host of their own, a colleague’s way from the console into an own room is a preview, and the address that stays there makes nobody one', async () => {
  const live = await anOpenRoom(t, owner)
  const room = `/stream/${live.streamId}/anonymous`
  const staff = await login()
  const there = await page('kaimai.test', room, staff)
  expect([there.status, String(there.headers['location'])]).toEqual([
    302,
    expect.stringMatching(new RegExp(`^http://${audience}${room}\\?preview=`)),
  ])
  const taken = await page(audience, pathIn(there.headers['location']))
  expect([taken.status, taken.headers['location'], taken.headers['cache-control']]).toEqual([302, room, 'no-store'])
  expect(await isPreview(live.streamId, cookieOf(taken))).toBe(true)
  // Without the console's cookie the way is as it was, and who comes counts.
  expect((await page('kaimai.test', room)).headers['location']).toBe(`http://${audience}${room}`)
  expect(await isPreview(live.streamId, '')).toBe(false)
})

test('ROOM-781 A preview’s ticket is good for a minute and for one room, and names none but the firm’s own', async () => {
  const [live, other] = [await anOpenRoom(t, owner), await anOpenRoom(t, owner)]
  const pathOfRoom = (streamId: string) => `/stream/${streamId}/anonymous`
  const ticketed = async () =>
    pathIn((await page('kaimai.test', pathOfRoom(live.streamId), await login())).headers['location'])
  const late = await ticketed()
  const elsewhere = (await ticketed()).replace(live.streamId, other.streamId)
  const inOther = await page(audience, elsewhere)
  expect([inOther.headers['location'], inOther.headers['set-cookie']]).toEqual([pathOfRoom(other.streamId), undefined])
  const held = cookieOf(await page(audience, await ticketed()))
  expect(await isPreview(other.streamId, held.replace(live.streamId, other.streamId))).toBe(false)
  t.clock.advance(61_000)
  expect((await page(audience, late)).headers['set-cookie']).toBeUndefined()
  // A colleague of another firm is a viewer there.
  const stranger = await anOpenRoom(t, await aFirmWithHours(t))
  const from = await page('kaimai.test', pathOfRoom(stranger.streamId), await login())
  expect(await isPreview(stranger.streamId, cookieOf(await page(audience, pathIn(from.headers['location']))))).toBe(
    false,
  )
})
