import { describe, expect, test } from 'vitest'
import { pageAt } from './page-paths.ts'
import { openSite, orderKey, viewerKey } from '../../test/page-site.ts'

const somePartner = '0193b3c0-0000-7000-8000-0000000000aa'

describe('addresses', () => {
  test('SURFACES-16 The spec’s addresses lead to their page in any case; ids and keys keep theirs', () => {
    for (const word of ['sign-up', 'register', 'front-form', 'f', 'F', 'Front-Form']) {
      expect(pageAt(`/${word}/Demo-1`), word).toEqual({ page: 'sign-up', customUrl: 'Demo-1' })
    }
    const room = (view: string, userId: string | null = null) => ({ page: 'room', view, streamId: 'aBcDeF12', userId })
    expect(pageAt(`/Stream/aBcDeF12/${viewerKey}`)).toEqual(room('room', viewerKey))
    expect(pageAt(`/stream/aBcDeF12/${viewerKey}/`)).toEqual(room('room', viewerKey))
    expect(pageAt(`/STREAM/aBcDeF12/${viewerKey}/REPLAY`)).toEqual(room('replay', viewerKey))
    expect(pageAt('/stream/aBcDeF12/Anonymous')).toEqual(room('anonymous'))
    expect(pageAt('/stream/aBcDeF12/Expired')).toEqual(room('expired'))
    expect(pageAt('/stream/S/aBcDeF12/expired')).toEqual(room('expired'))
    expect(pageAt('/stream/aBcDeF12')).toEqual({ page: 'short', shortUrl: 'aBcDeF12' })
    expect(pageAt(`/Order/${orderKey}`)).toEqual({ page: 'order', orderKey })
    expect(pageAt(`/sandbox-pay/${viewerKey}`)).toEqual({ page: 'sandbox-pay', token: viewerKey })
    expect(pageAt(`/Partner/${somePartner}`)).toEqual({ page: 'partner', partnerId: somePartner })
  })

  test('SURFACES-17 What is no room’s id or key is not found, without a look-up', () => {
    for (const path of ['/stream/a b/expired', '/stream/aBcDeF12/short', '/stream/..%2f..%2fetc/anonymous']) {
      expect(pageAt(path), path).toEqual({ page: 'wrong', what: 'room' })
    }
  })

  test('SURFACES-18 The console has the addresses that begin with a word of its own, and /register alone', () => {
    for (const path of [
      '/',
      '/register',
      '/register/',
      '/dashboard',
      '/Manage-product',
      '/manage-form/edit/free/1',
      '/manage-nothing',
    ]) {
      expect(pageAt(path), path).toEqual({ page: 'console' })
    }
  })

  test('SURFACES-79 Every other address where no page can stand is a wrong one, and known for what was looked for', () => {
    const wrong = {
      form: ['/f', '/f/', '/f/demo/more', '/sign-up', '/register/a/b'],
      salesPage: ['/s', '/s/demo/more'],
      room: ['/stream', `/stream/aBcDeF12/${viewerKey}/other`, '/stream/a/b/c/d'],
      order: ['/order', '/order/short'],
      payment: ['/sandbox-pay/x'],
      page: ['/nowhere', '/dashbord', '/partner/7', '/%E0%A4%A', '/a/b/c'],
    }
    for (const [what, paths] of Object.entries(wrong))
      for (const path of paths) expect(pageAt(path), path).toEqual({ page: 'wrong', what })
  })

  test('SURFACES-19 Calls and files are never answered with a page', async () => {
    const { get } = openSite()
    for (const path of ['/assets/old-1a2b.js', '/media/x', '/feed.xml', '/wp-login.php']) {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['content-type']], path).toEqual([404, 'text/plain; charset=utf-8'])
    }
    const call = await get('/api/nothing')
    expect([call.statusCode, call.json().error.code]).toEqual([404, 5])
    const posted = await openSite().http.inject({ method: 'POST', url: '/f/demo' })
    expect([posted.statusCode, posted.json().error.code]).toEqual([404, 5])
  })

  test('SURFACES-20 Robots and the mark of the tab are there', async () => {
    const { get } = openSite()
    expect((await get('/robots.txt')).body).toContain('Disallow: /stream/')
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
    expect((await get('/favicon.ico')).statusCode).toBe(200)
  })
})
