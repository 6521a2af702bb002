import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, aVideo } from '../../../test/studio.ts'

const t = await sharedApp()
const owner = await t.aFirm('器日')
const other = await t.aFirm('別家')
const lives: Record<'offered' | 'past', string> = { offered: '', past: '' }
let signupId = ''
const productId = '01900000-0000-7000-8000-00000000abcd'

beforeAll(async () => {
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const videoId = await aVideo(t, owner, 60)
  lives.offered = (await aLive(t, owner, { minutes: 60, videoId })).id
  lives.past = (await aLive(t, owner, { minutes: 60, videoId })).id
  signupId = (await aForm(t, owner, [{ liveId: lives.offered }])).id
  await t.platform.db.raw(
    `update live set "beginAt" = "beginAt" - interval '20 days', "endAt" = "endAt" - interval '20 days',
      products = jsonb_build_array(jsonb_build_object('productId', $2::text, 'showAt', null, 'hideAt', null,
        'livePrice', null, 'showLeft', true)) where id = $1`,
    [lives.past, productId],
  )
})

const narrowings = [
  { begins: 'ahead' },
  { begins: 'week' },
  { begins: 'month' },
  { platformType: 'video' },
  { platformType: 'youtube' },
  { productId },
] as const

test('LIVE-610 The list of lives is narrowed by day, kind, form and product, and its tabs count the same', async () => {
  const found = async (query: object) =>
    (await t.call(liveRoutes.list, { query }, owner.headers)).items.map(({ id }) => id)
  const { offered, past } = lives
  const expected = [[offered], [], [past], [offered, past], [], [past]]
  for (const [at, query] of narrowings.entries()) {
    expect({ query, ids: (await found(query)).toSorted() }).toEqual({ query, ids: (expected[at] ?? []).toSorted() })
    const counts = await t.call(liveRoutes.counts, { query }, owner.headers)
    expect({ query, all: counts.all }).toEqual({ query, all: expected[at]?.length })
  }
  expect(await found({ signupId })).toEqual([offered])
  expect(await found({ signupId, productId })).toEqual([])
})

test('LIVE-611 Another firm narrows its own lives alone, whatever form or product it names', async () => {
  for (const query of [...narrowings, { signupId }])
    expect((await t.call(liveRoutes.list, { query }, other.headers)).items).toEqual([])
})

test('LIVE-612 The lives that the filters find are exported as a file, and the log has it', async () => {
  const { status, body } = await t.request({
    method: 'GET',
    url: '/api/live/export?format=csv&begins=month',
    headers: { ...owner.headers },
  })
  expect(status).toBe(200)
  const text = String(body)
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain('秋窯開窯夜')
  const { rows } = await t.platform.db.raw(`select change from audit where action = 'live.export'`)
  expect(rows).toEqual([{ change: { rows: 1, format: 'csv' } }])
})
