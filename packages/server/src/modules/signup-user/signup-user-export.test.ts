import type { AddressInfo } from 'node:net'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { signupUserStage } from '../../../test/signup-user-stage.ts'
import { filesBeingWritten } from '../../platform/sheet/write-sheet.ts'

const t = await sharedApp()

const member = await t.aFirm('器日')
const analyst = await t.aMember(member, 'analyst')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})
const { aStage } = signupUserStage(t, member)

const linesOf = async (body: object, by = member): Promise<string[][]> => {
  const file = String(
    await t.call(signupUserRoutes.exportExcel, { body: { ...body, format: 'csv' as const } }, by.headers),
  )
  return parse(file.replace('\uFEFF', ''))
}
const answered = (label: string, value: string) => ({ label, kind: 'text', value })

test('SIGNUP-USER-187 A file has a column for each question that was answered, in the order in which its rows come to them and in the words of the first who was asked; who may not see answers gets none', async () => {
  const { form, ids } = await aStage()
  const answers = [
    { q3: answered('尺寸', 'M') },
    { q1: answered('顏色', '紅'), q2: answered('其他', '無') },
    { q3: answered('您的尺寸', 'L') },
  ]
  for (const [at, given] of answers.entries())
    await t.platform.db.raw('update "signupUser" set answers = $1::jsonb where id = $2', [
      JSON.stringify(given),
      ids[at],
    ])
  const whole = await linesOf({ signupId: form.id })
  expect(whole.map((cells) => cells.slice(-4))).toEqual([
    ['備註', '尺寸', '顏色', '其他'],
    ['', 'L', '', ''],
    ['', '', '紅', '無'],
    ['', 'M', '', ''],
  ])
  expect(await linesOf({ signupUserIds: ids.toReversed() })).toEqual(whole)
  expect((await linesOf({ signupId: form.id, q: '佳穎' })).map((cells) => cells.slice(-2))).toEqual([
    ['備註', '尺寸'],
    ['', 'M'],
  ])
  expect((await linesOf({ signupId: form.id }, analyst))[0]?.at(-1)).toBe('備註')
})

test('SIGNUP-USER-188 A list of thousands is written as it is read, and who hangs up half-way leaves nothing of it', async () => {
  const { form, ids } = await aStage()
  await t.platform.db.raw(
    `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", flagged,
       "isCancelNotice", answers, "createdAt")
     select gen_random_uuid(), "firmId", "signupId", name || n, phone || n, n || email, repeat(md5(n::text), 30), "timeZone",
       "deviceHash", flagged, "isCancelNotice", answers, "createdAt" + n * interval '1 second'
     from "signupUser", generate_series(1, 5000) n where id = $1`,
    [ids[0]],
  )
  await t.app.listen(0)
  const { port } = t.app.http.server.address() as AddressInfo
  const caller = new AbortController()
  const { body } = await fetch(`http://127.0.0.1:${port}${pathOf(signupUserRoutes.exportExcel)}`, {
    method: signupUserRoutes.exportExcel.method,
    headers: { ...member.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ signupId: form.id, format: 'csv' }),
    signal: caller.signal,
  })
  await body?.getReader().read()
  caller.abort()
  await expect.poll(filesBeingWritten).toBe(0)
  expect(await linesOf({ signupId: form.id })).toHaveLength(5004)
})
