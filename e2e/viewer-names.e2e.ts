import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': { send: '用這個名字留言', like: /會讓人以為是店家的人/ },
  en: { send: 'Comment with this name', like: /could be mistaken for the shop/ },
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
