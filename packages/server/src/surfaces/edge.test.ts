import { connect } from 'node:net'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '../../test/fixtures.ts'
import { type Reply } from '../../test/test-app.ts'

/** What no honest client sends: it must be refused with the contract's error text, and cost nothing. */
const t = await sharedApp()
const member = await t.aFirm()

const errorOf = ({ status, body }: Reply) => {
  const error = (body as { error?: { code: number; fields?: Record<string, string> } }).error
  return [status, error?.code, Object.keys(error?.fields ?? {})]
}
const json = { 'content-type': 'application/json' }
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  t.request({ method: 'POST', url, headers: { ...json, ...headers }, payload })

test('SURFACES-3 A cookie that cannot be decoded is none', async () => {
  for (const [url, cookie] of [
    ['/api/room/signup?customUrl=nowhere', 'kaimai_device=%E0%A4%A'],
    ['/dashboard', 'i18nextLng=%'],
    ['/f/nowhere', 'kaimai_device=%'],
  ] as const) {
    const { status } = await t.request({ method: 'GET', url, headers: { cookie } })
    const without = await t.request({ method: 'GET', url })
    expect([url, status]).toEqual([url, without.status])
  }
})

test('SURFACES-4 A text that no database keeps is refused at its field', async () => {
  for (const bad of ['a\\u0000b', 'a\\ud800b', '\\udc00']) {
    const login = await post(pathOf(authRoutes.login), `{"account":"a","password":"${bad}","deviceId":"device-one"}`)
    expect(errorOf(login)).toEqual([400, 1, ['password']])
    const body = `{"name":"${bad}","userImgId":""}`
    const made = await post(pathOf(virtualUserRoutes.create), body, { ...member.headers })
    // A control character within a line is a space, so only the half pair is left to refuse.
    expect(errorOf(made)).toEqual(bad.includes('0000') ? [200, undefined, []] : [400, 1, ['name']])
  }
  // So is one in what is searched for.
  const listed = await t.request({ method: 'GET', url: `${pathOf(videoRoutes.list)}?q=%00`, headers: member.headers })
  expect(errorOf(listed)).toEqual([200, undefined, []])
  for (const url of ['/api/room/signup?customUrl=a%00b', '/api/room/signup/contrast?url=%00'])
    expect((await t.request({ method: 'GET', url })).status).toBeLessThan(500)
  expect((await t.request({ method: 'GET', url: '/f/a%00b' })).status).not.toBe(500)
})

/** What the server says to a request of which nothing but the head ever comes. */
const toHeadOnly = (port: number, head: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.once('data', (bytes) => {
      resolve(String(bytes).split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
    socket.setTimeout(5000, () => socket.destroy(new Error('nothing was answered')))
  })

test('SURFACES-5 A caller without access is refused before a byte of the body is read', async () => {
  await t.app.listen(0)
  const address = t.app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const head = [
    `POST ${pathOf(videoRoutes.uploadImage)} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 12000000',
  ]
  expect(await toHeadOnly(port, head)).toBe('HTTP/1.1 401 Unauthorized')
})

test('SURFACES-6 A body of any depth under an Idempotency-Key is no error', async () => {
  const depth = 60_000
  const body = `{"customUrl":"nowhere","liveIds":["01a1f918-5071-7211-a66f-e4933b26775d"],"name":"a","phone":"0912345678","email":"a@example.com","consent":true,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const reply = await post(pathOf(publicSignupRoutes.signUp), body, { 'idempotency-key': 'deep-deep-deep' })
  expect(errorOf(reply)).toEqual([404, 5, []])
})

test('SURFACES-7 An address that cannot be decoded is refused with the contract’s error text', async () => {
  for (const url of ['/api/live/%zz', '/api/%', '/f/%zz'])
    expect(errorOf(await t.request({ method: 'GET', url }))).toEqual([400, 1, []])
})
