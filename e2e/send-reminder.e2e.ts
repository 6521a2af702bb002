import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': { send: '寄開播提醒', title: '現在寄開播提醒？', who: /共 1 人/, ok: '寄出', done: /已開始寄給 1 人/ },
  en: {
    send: 'Send reminder',
    title: 'Send a reminder now?',
    who: /the 1 person who signed up/,
    ok: 'Send',
    done: /Sending to 1 person/,
  },
} as const

let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
})

test.each([
  { language: 'zh-TW', shape: 'phone', customUrl: 'reminder-zh', mark: '51' },
  { language: 'en', shape: 'desktop', customUrl: 'reminder-en', mark: '52' },
] as const)(
  'JOURNEY-510 Staff reminds the people of a session from its page, after a question that says how many they are ($language)',
  async ({ language, shape, customUrl, mark }) => {
    const t = words[language]
    const { liveIds } = await stage.form('提醒的直播', { customUrl, hours: [30] })
    const [liveId = ''] = liveIds
    await stage.takePlace(customUrl, liveId, mark)
    const { page } = await visitor({ name: '小編', shape, language })
    await logIn(page)
    await page.goto(`/manage-live-stream/edit/video/${liveId}?tab=signup`)
    await page.getByRole('button', { name: t.send }).click()
    const question = page.getByRole('dialog', { name: t.title })
    await question.getByText(t.who).waitFor()
    await expectAccessible(page, 'the question before a reminder')
    await question.getByRole('button', { name: t.ok, exact: true }).click()
    await page.getByText(t.done).waitFor()
    const letters = async () =>
      (
        await callApi(
          server().url,
          letterRoutes.list,
          { query: { q: `other${mark}@example.com`, letterTemplateType: letterTypes.liveNotice } },
          stage.headers,
        )
      ).items.length
    await expect.poll(letters, { timeout: 60_000 }).toBe(1)
  },
)
