import { announcementRoutes } from '@kaimai/contract/announcement/announcement.routes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()

const alerts = async () => (await t.call(announcementRoutes.alerts, {})).announcementList
const publish = (given: { name: string; content?: string; daysAgo?: number }) =>
  t.app.services.announcements.publish({
    name: given.name,
    content: given.content ?? '<p>內容</p>',
    type: ['NEW', 'IMPROVEMENT'],
    createdAt: new Date(t.clock.ms() - (given.daysAgo ?? 0) * 86_400_000),
    expireAt: new Date(t.clock.ms() + 86_400_000),
  })

test('ANNOUNCEMENT-1 Anybody reads the announcements, newest first, from a cache of a minute', async () => {
  await publish({ name: '舊', daysAgo: 3 })
  await publish({ name: '新' })
  expect((await alerts()).map(({ name, type }) => [name, type])).toEqual([
    ['新', ['NEW', 'IMPROVEMENT']],
    ['舊', ['NEW', 'IMPROVEMENT']],
  ])
  const { headers } = await t.request({ method: 'GET', url: '/api/alerts' })
  expect(headers['cache-control']).toBe('public, max-age=60')
  // Written by another process: seen a minute later.
  await t.platform.db.raw(
    `insert into announcement (id, name, content, type, "createdAt", "expireAt") values ($1, '外', '', '[]', $2, $2)`,
    [newId(), t.clock.now()],
  )
  expect(await alerts()).toHaveLength(2)
  t.clock.advance(61_000)
  expect(await alerts()).toHaveLength(3)
})

test('ANNOUNCEMENT-2 Its HTML is cleaned on the way in and again on the way out', async () => {
  const bad = '<p onclick="x()">好<script>alert(1)</script><a href="javascript:x()" style="x">連結</a></p>'
  const clean = '<p>好<a target="_blank" rel="noopener noreferrer">連結</a></p>'
  const id = await publish({ name: '清', content: bad })
  const found = async () => (await alerts()).find(({ announcementId }) => announcementId === id)?.content
  expect(await found()).toBe(clean)
  await t.platform.db.raw('update announcement set content = $2 where id = $1', [id, bad])
  t.clock.advance(61_000)
  expect(await found()).toBe(clean)
  const link = await publish({ name: '連', content: '<a href="https://kaimai.example/n">看</a>' })
  expect((await alerts()).find(({ announcementId }) => announcementId === link)?.content).toBe(
    '<a href="https://kaimai.example/n" target="_blank" rel="noopener noreferrer">看</a>',
  )
})

test('ANNOUNCEMENT-3 No HTML that is published runs anything', async () => {
  const piece = fc.constantFrom(
    '<script>',
    '</script>',
    '<img src=x onerror=x>',
    '<b>',
    '<svg/onload=x>',
    'javascript:',
    '"',
    '>',
    '好',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const id = await publish({ name: 'x', content: pieces.join('') })
      const content = (await alerts()).find(({ announcementId }) => announcementId === id)?.content ?? ''
      expect(content).not.toMatch(/<(?:script|img|svg)|<[^>]*\son\w+=/i)
    }),
    { numRuns: 40 },
  )
})
