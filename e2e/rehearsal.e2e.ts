import { crewRoutes } from '@kaimai/contract/control-room/crew.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { expect, test } from 'vitest'
import { askOperator } from '../packages/server/src/platform/operator-socket.ts'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }
const helper = { account: 'kaimai.crew', password: 'Night-shift-2026', userName: '雅婷', userPhone: '0912345678' }

/** A host of the demo firm. */
const hire = async (headers: Record<string, string>): Promise<string> => {
  const { url, dataDir } = server()
  await callApi(url, invitationRoutes.invite, { body: { email: 'crew@example.com', role: 'host' } }, headers)
  const letters = JSON.stringify(await askOperator(dataDir, 'letters', { limit: 1 }))
  const token = /auth\/invitation\/([\w-]+)/.exec(letters)?.[1] ?? ''
  const { userInfo } = await callApi(url, invitationRoutes.accept, {
    body: { token, deviceId: 'e2e-crew', ...helper },
  })
  return userInfo.userId
}

test('JOURNEY-232 The crew rehearses a live that has not begun: acts there, ends it, and the live is untouched; a colleague who only moderates runs neither', async () => {
  const { url } = server()
  const beginAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
  const { live, headers } = await startLive(url, '彩排之夜', [['A01', 2]], { beginAt })
  const memberId = await hire(headers)
  const host = await visitor({ name: '主持人', shape: 'desktop' })
  // The ticket of a rehearsal ends with it.
  host.announce(/410 POST .*control_room_ticket/)
  await logIn(host.page)
  await host.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)

  // The crew: who is host by role moderates this live.
  await host.page.getByRole('button', { name: '這場的分工' }).first().click()
  const crew = host.page.getByRole('dialog', { name: '這場的分工' })
  await crew.getByRole('combobox', { name: helper.userName }).click()
  await host.page.getByRole('option', { name: '小幫手', exact: true }).click()
  await host.page.getByText(`已更新 ${helper.userName} 的角色`).waitFor()
  await expectAccessible(host.page, 'the crew of a live')
  await host.page.keyboard.press('Escape')
  const { members } = await callApi(url, crewRoutes.list, { query: { liveId: live.id } }, headers)
  expect(members.find((each) => each.memberId === memberId)?.crewRole).toBe('moderator')

  // The rehearsal, from its tenth second.
  await host.page.getByRole('button', { name: '彩排', exact: true }).click()
  const dialog = host.page.getByRole('dialog', { name: '彩排這場直播' })
  await dialog.getByLabel('從節目的哪個時間開始').fill('00:99:00')
  await dialog.getByRole('button', { name: '開始彩排' }).click()
  await dialog.getByText(/請填 .* 之前的時間/).waitFor()
  await dialog.getByLabel('從節目的哪個時間開始').fill('00:00:10')
  await dialog.getByRole('button', { name: '開始彩排' }).click()
  await host.page.getByText('只有工作人員看得到').waitFor(patience)
  await host.page.getByText(/^彩排中 /).waitFor()
  const rehearsal = host.page.url().split('/').at(-1) ?? ''
  expect(rehearsal).not.toBe(live.id)
  const seen = host.page.frameLocator('iframe[title="觀眾畫面"]')
  await seen.locator('[data-part="offer"] h2').waitFor({ timeout: 60_000 })
  await expectAccessible(host.page, 'the control room of a rehearsal')

  // What the host does shows on the viewer's screen.
  await host.page.getByRole('button', { name: '發起投票' }).click()
  const poll = host.page.getByRole('dialog')
  await poll.getByLabel('問題').fill('先介紹哪一件？')
  await poll.getByRole('textbox', { name: '選項 1' }).fill('霧白飯碗')
  await poll.getByRole('textbox', { name: '選項 2' }).fill('提梁壺')
  await poll.getByRole('button', { name: '開始投票' }).click()
  await seen.getByRole('region', { name: '投票' }).getByText('先介紹哪一件？').waitFor({ timeout: 60_000 })

  // A colleague who moderates joins, and can neither end it nor run it.
  const mate = await visitor({ name: '雅婷', shape: 'desktop' })
  mate.announce(/410 POST .*control_room_ticket/)
  await logIn(mate.page, helper.account, helper.password)
  await mate.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  await mate.page.getByText('您在這場：小幫手').waitFor()
  await mate.page.getByRole('link', { name: '加入彩排' }).click()
  await mate.page.getByText(/^彩排中 /).waitFor(patience)
  expect(await mate.page.getByRole('button', { name: '結束彩排' }).count()).toBe(0)
  expect(await mate.page.getByRole('button', { name: '發起投票' }).count()).toBe(0)

  await host.page.getByRole('button', { name: '結束彩排' }).click()
  for (const { page } of [host, mate]) await page.getByRole('heading', { name: '彩排結束了' }).waitFor(patience)
  await host.page.getByRole('link', { name: '回到這場的控場室' }).last().click()
  await host.page.getByRole('button', { name: '彩排', exact: true }).waitFor(patience)
  const room = await callApi(url, controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, headers)
  expect(room).toMatchObject({ status: 'scheduled', rehearsal: null, cues: [], announcement: null })
  const figures = await callApi(url, controlRoomRoutes.figures, { query: { liveId: live.id } }, headers)
  expect(figures).toMatchObject({ online: 0, joins: 0, comments: 0, orders: 0 })
})
