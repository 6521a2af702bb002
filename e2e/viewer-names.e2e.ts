import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive, startSale } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    send: '用這個名字留言',
    like: /會讓人以為是店家的人/,
    viewer: '觀眾',
    staff: '小編',
    chip: '名字像店家',
    chat: '聊天',
    replay: '看重播',
    seek: '播放進度',
  },
  en: {
    send: 'Comment with this name',
    like: /could be mistaken for the shop/,
    viewer: 'Viewer',
    staff: 'Staff',
    chip: 'Name looks like your shop',
    chat: 'Chat',
    replay: 'Watch replay',
    seek: 'Seek',
  },
} as const

test.each(['zh-TW', 'en'] as const)(
  'JOURNEY-431 Who wants to be called like the host is told so beside the name, and comments under another (%s)',
  async (language) => {
    const { path } = await startLive(server().url, `稱呼 ${language}`, [['A01', null]])
    const { page, announce } = await visitor({ name: language, shape: 'phone', language })
    await page.goto(path)
    const viewer = shopperOn(page, language)
    await viewer.write('Hello 大家好')
    const dialog = page.getByRole('dialog')
    announce(/^400 POST .*\/live\/user/)
    await dialog.getByRole('textbox').fill('✔ 主\u200b播')
    await dialog.getByRole('button', { name: words[language].send }).click()
    await dialog.getByText(words[language].like).waitFor()
    expect(await dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page, 'a name that is refused')
    await dialog.getByRole('textbox').fill('Ma.Theresa')
    await dialog.getByRole('button', { name: words[language].send }).click()
    await viewer.seen('Hello 大家好').waitFor()
  },
)

/** Which of these words stand by themselves in a line. */
const marksIn = async (line: Locator, marks: readonly string[]): Promise<string[]> => {
  await line.waitFor()
  const found = []
  for (const mark of marks) if ((await line.getByText(mark, { exact: true }).count()) > 0) found.push(mark)
  return found
}

test.each(['zh-TW', 'en'] as const)(
  'JOURNEY-434 Who signs up as the shop’s official account is seen as a viewer beside the staff: in the room, the control room and the replay (%s)',
  async (language) => {
    const say = words[language]
    const { url } = server()
    const mark = language.toLowerCase()
    const sale = await startSale(url, `誰是店家 ${language}`, `who-${mark}`)
    const { live, headers } = sale
    const firm = await callApi(url, firmRoutes.show, { params: { id: headers['x-firm-id'] ?? '' } }, headers)
    const { page } = await visitor({ name: 'pretender', shape: 'phone', language })
    await page.goto(sale.form)
    const pretender = shopperOn(page, language)
    await pretender.signUp({
      name: `✔ ${firm.name} 官\u200b方`,
      phone: `09124340${language === 'en' ? '01' : '02'}`,
      email: `pretender-${mark}@example.com`,
    })
    await page.waitForURL((address) => address.pathname.startsWith('/stream/'))
    const [claimed, answered] = [`今天全館免運 ${mark}`, `運費和平常一樣 ${mark}`]
    await pretender.write(claimed)
    await pretender.seen(claimed).waitFor()

    const { page: merchant } = await visitor({ name: 'merchant', shape: 'desktop', language })
    await logIn(merchant)
    await merchant.goto(`/manage-live-stream/streaming-edit/${live.id}`)
    const rows = merchant.getByRole('log', { name: say.chat }).locator('[data-key]')
    const body = { liveId: live.id, id: `answer-${mark}`, text: answered }
    const { ms } = await callApi(url, controlRoomRoutes.sayAsSelf, { body }, headers)
    expect(await marksIn(rows.filter({ hasText: claimed }), [say.chip, say.staff])).toEqual([say.chip])
    expect(await marksIn(rows.filter({ hasText: answered }), [say.chip, say.staff])).toEqual([say.staff])
    await expectAccessible(merchant, 'a name like the shop in the control room')
    await merchant.goto('/dashboard')

    const { page: guest } = await visitor({ name: 'guest', shape: 'phone', language })
    await guest.goto(sale.path)
    const seen = shopperOn(guest, language).seen
    expect(await marksIn(seen(claimed), [say.viewer, say.staff])).toEqual([say.viewer])
    expect(await marksIn(seen(answered), [say.viewer, say.staff])).toEqual([say.staff])
    await expectAccessible(guest, 'a name like the shop in the room')

    await callApi(url, roomRoutes.close, { query: { liveId: live.id } }, headers)
    await guest.getByRole('link', { name: say.replay }).waitFor({ timeout: 60_000 })
    await guest.goto(`/stream/${live.streamId}/anonymous/replay`)
    const playhead = () => guest.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(playhead, { timeout: 60_000 }).toBeGreaterThan(0.5)
    // Beyond what was said, in whole seconds.
    await guest.getByRole('slider', { name: say.seek }).fill(String(Math.ceil(ms / 1000 + 1) * 1000))
    await seen(answered).waitFor({ timeout: 60_000 })
    expect(await marksIn(seen(claimed), [say.viewer, say.staff])).toEqual([say.viewer])
    expect(await marksIn(seen(answered), [say.viewer, say.staff])).toEqual([say.staff])
    await expectAccessible(guest, 'a name like the shop in the replay')
  },
  180_000,
)
