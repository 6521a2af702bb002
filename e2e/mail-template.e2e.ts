import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import type { ShopperLanguage } from './harness/shopper.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

const words = {
  'zh-TW': {
    copyBuiltIn: '複製「報名成功」',
    name: '範本名稱',
    type: '類型',
    subject: '主旨',
    text: '內文',
    heading: '標題',
    button: '按鈕',
    link: '連結',
    blocks: '內容區塊',
    add: '加入區塊',
    move: /^移動標題：秋窯見/,
    moveAny: /^移動/,
    insert: '插入變數',
    firmName: '商家名稱',
    person: '收件人姓名',
    preview: '預覽',
    frame: '信件預覽',
    phone: '手機',
    dark: '深色',
    recipient: '預覽對象',
    save: '儲存',
    saved: '範本已儲存',
    test: '寄測試信給自己',
    sent: /^測試信已寄到/,
    reminder: '開播提醒',
    question: '變更類型並清除內容？',
    keep: '取消',
    clear: '變更並清除',
    none: '還沒有內容，請加入第一個區塊。',
    confirmation: '報名成功信',
    saveForm: '儲存變更',
    formSaved: '已儲存',
    unknown: '這種信件沒有「orderNo」這個變數',
    scheme: '連結請用 https:// 或 http:// 開頭的網址',
    more: '更多動作：',
    copy: '複製',
    versions: '版本紀錄',
    restore: '還原這個版本',
    undo: '復原',
    remove: '刪除',
  },
  en: {
    copyBuiltIn: 'Copy Sign-up confirmation',
    name: 'Template name',
    type: 'Type',
    subject: 'Subject',
    text: 'Text',
    heading: 'Heading',
    button: 'Button',
    link: 'Link',
    blocks: 'Content blocks',
    add: 'Add block',
    move: /^Move Heading: 秋窯見/,
    moveAny: /^Move /,
    insert: 'Insert variable',
    firmName: 'Shop name',
    person: 'Recipient’s name',
    preview: 'Preview',
    frame: 'Email preview',
    phone: 'Phone',
    dark: 'Dark',
    recipient: 'Preview as',
    save: 'Save',
    saved: 'Template saved',
    test: 'Send a test to myself',
    sent: /^Test sent to/,
    reminder: 'Reminder',
    question: 'Change the type and clear the content?',
    keep: 'Cancel',
    clear: 'Change and clear',
    none: 'No content yet. Add the first block.',
    confirmation: 'Confirmation email',
    saveForm: 'Save changes',
    formSaved: 'Saved',
    unknown: 'This type of email has no variable “orderNo”',
    scheme: 'Links must start with https:// or http://',
    more: 'More actions: ',
    copy: 'Copy',
    versions: 'Version history',
    restore: 'Restore this version',
    undo: 'Undo',
    remove: 'Delete',
  },
} as const

const cases = [
  { language: 'zh-TW', shape: 'desktop', template: '秋窯報名信', code: 'letter-tw', mark: '47' },
  { language: 'en', shape: 'phone', template: 'Autumn letter', code: 'letter-en', mark: '48' },
] as const

type Stage = Awaited<ReturnType<typeof signUpStage>>
let stage: Stage
const forms = new Map<string, string>()

beforeAll(async () => {
  stage = await signUpStage(server().url)
  for (const { code } of cases) forms.set(code, (await stage.form(code, { customUrl: code, hours: [30] })).id)
})

const opened = async (given: { language: ShopperLanguage; shape: 'phone' | 'desktop' }): Promise<Page> => {
  const { page } = await visitor({ name: 'merchant', ...given })
  await logIn(page)
  return page
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A template of the demo firm by its name. */
const templateOf = async (name: string) => {
  const { url } = server()
  const { items } = await callApi(url, letterTemplateRoutes.list, { query: { q: name } }, stage.headers)
  const [found] = items
  if (!found) throw new Error(`there is no template ${name}`)
  return found
}
const openTemplate = async (page: Page, name: string): Promise<void> => {
  await page.goto(`/manage-mail-template/edit/${(await templateOf(name)).id}`)
  await page.getByRole('textbox', { name: /^(主旨|Subject)$/ }).waitFor()
}

/** The preview: beside the form, or behind its button where there is no room. */
const openPreview = async (page: Page, language: ShopperLanguage) => {
  const say = words[language]
  const beside = page.getByRole('region', { name: say.preview, exact: true })
  if (!(await beside.isVisible())) await button(page, say.preview).click()
  await beside.waitFor()
  return beside
}

test.each(cases)(
  'JOURNEY-470 A merchant makes a template of the built-in text: blocks by keys, variables from the menu, a preview, saved ($language, $shape)',
  async ({ language, shape, template }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await page.goto('/manage-mail-template')
    await page.getByRole('link', { name: say.copyBuiltIn }).waitFor()
    await expectAccessible(page, 'mail templates')
    await page.getByRole('link', { name: say.copyBuiltIn }).click()
    await field(page, say.name).fill(template)

    // A variable goes where somebody wrote last.
    await field(page, say.subject).fill('秋窯見，')
    await button(page, say.insert).click()
    await page.getByRole('menuitem', { name: say.firmName, exact: true }).click()
    await expect.poll(() => field(page, say.subject).inputValue()).toBe('秋窯見，{{firmName}}')

    const blocks = page.getByRole('list', { name: say.blocks })
    await blocks
      .getByRole('button', { name: new RegExp(`^${say.text}`), expanded: false })
      .first()
      .click()
    const editor = field(page, say.text)
    await editor.click()
    await page.keyboard.press('ControlOrMeta+End')
    await button(page, say.insert).click()
    await page.getByRole('menuitem', { name: say.person, exact: true }).click()
    await expect.poll(() => editor.innerText()).toMatch(/\{\{name\|(您|there)\}\}/)

    // A new block stands last, and is moved to the top by keys.
    await page.getByRole('group', { name: say.add }).getByRole('button', { name: say.heading, exact: true }).click()
    await field(page, say.heading).fill('秋窯見')
    const grip = page.getByRole('button', { name: say.move })
    await grip.focus()
    const count = await blocks.getByRole('listitem').count()
    for (let at = 1; at < count; at++) await page.keyboard.press('ArrowUp')
    await expect.poll(() => blocks.getByRole('listitem').first().innerText()).toContain('秋窯見')
    await expectAccessible(page, 'a template that is written')

    const preview = await openPreview(page, language)
    const letter = page.frameLocator(`iframe[title="${say.frame}"]`)
    await letter.getByRole('heading', { name: '秋窯見' }).waitFor()
    await preview.getByText('秋窯見，器日 ChiRi').waitFor()
    await preview.getByText(say.phone, { exact: true }).click()
    await preview.getByText(say.dark, { exact: true }).click()
    await letter.getByRole('link').first().waitFor()
    await expectAccessible(page, 'the preview of a template')
    if (shape === 'phone') {
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'detached' })
    }

    await button(page, say.save).click()
    await page.getByText(say.saved).waitFor()
    await page.getByRole('link', { name: template }).waitFor()
    const { contents, letterTemplateType } = await templateOf(template)
    expect(letterTemplateType).toBe(2)
    expect(contents[language].blocks[0]).toEqual({ kind: 'heading', text: '秋窯見' })
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-471 A test of what is written goes to oneself and stands in the log ($language, $shape)',
  async ({ language, shape, template }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await openTemplate(page, template)
    await field(page, say.subject).fill(`${template} 測試`)
    const preview = await openPreview(page, language)
    await preview.getByText(`${template} 測試`).waitFor()
    await preview.getByRole('button', { name: say.test, exact: true }).click()
    await page.getByText(say.sent).waitFor()
    const query = { q: `${template} 測試` }
    const log = () => callApi(server().url, letterRoutes.list, { query }, stage.headers)
    await expect.poll(async () => (await log()).items.map(({ state }) => state), patience).toEqual(['sent'])
    // What was tried was not saved.
    expect((await templateOf(template)).contents[language].subject).toBe('秋窯見，{{firmName}}')
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-488 A block is dragged by the mouse to another place ($language)',
  async ({ language, template }) => {
    const say = words[language]
    const page = await opened({ language, shape: 'desktop' })
    await openTemplate(page, template)
    const blocks = page.getByRole('list', { name: say.blocks }).getByRole('listitem')
    await blocks.nth(1).waitFor()
    const [first, second, ...rest] = await blocks.allInnerTexts()
    expect(first).not.toBe(second)
    await blocks.nth(1).scrollIntoViewIfNeeded()
    const from = await blocks.first().getByRole('button', { name: say.moveAny }).boundingBox()
    const to = await blocks.nth(1).boundingBox()
    if (!from || !to) throw new Error('the blocks are not to be seen')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => blocks.allInnerTexts()).toEqual([second, first, ...rest])
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-472 Who signs up gets the template that the form has chosen, and the merchant previews with that person ($language, $shape)',
  async ({ language, shape, template, code, mark }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await page.goto(`/manage-form/edit/free/${forms.get(code) ?? ''}`)
    await page.getByRole('combobox', { name: say.confirmation }).click()
    await page.getByRole('option', { name: template, exact: true }).click()
    await button(page, say.saveForm).click()
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${say.formSaved}`) })
      .waitFor()

    await stage.takePlace(code, undefined, mark)
    const address = `other${mark}@example.com`
    const log = () => callApi(server().url, letterRoutes.list, { query: { q: address } }, stage.headers)
    await expect.poll(async () => (await log()).items.length, patience).toBe(1)
    const [row] = (await log()).items
    const { text, html } = await callApi(
      server().url,
      letterRoutes.show,
      { params: { id: row?.id ?? '' } },
      stage.headers,
    )
    expect(html).toContain('/stream/')
    expect(text).toContain('第 1 場')

    await openTemplate(page, template)
    const preview = await openPreview(page, language)
    await preview.getByRole('combobox', { name: say.recipient }).click()
    await page.getByRole('option', { name: `別人${mark}・${address}` }).click()
    await page.frameLocator(`iframe[title="${say.frame}"]`).getByText('第 1 場').first().waitFor()
    await expectAccessible(page, 'a preview of somebody who signed up')
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-473 Another type of letter clears the content, once that is agreed to ($language, $shape)',
  async ({ language, shape, template }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await openTemplate(page, template)
    const turn = async (answer: string) => {
      await page.getByRole('combobox', { name: say.type, exact: true }).click()
      await page.getByRole('option', { name: say.reminder, exact: true }).click()
      const question = page.getByRole('dialog', { name: say.question })
      await question.waitFor()
      await expectAccessible(page, 'the question before content is cleared')
      await question.getByRole('button', { name: answer, exact: true }).click()
      await question.waitFor({ state: 'detached' })
    }
    await turn(say.keep)
    expect(await field(page, say.subject).inputValue()).toBe('秋窯見，{{firmName}}')
    await turn(say.clear)
    await page.getByText(say.none).waitFor()
    expect(await field(page, say.subject).inputValue()).toBe('')
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-474 A variable of another type and a link of another scheme are named at their fields, and nothing is saved ($language, $shape)',
  async ({ language, shape, template }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await openTemplate(page, template)
    await field(page, say.subject).fill('{{orderNo}}')
    const blocks = page.getByRole('list', { name: say.blocks })
    await blocks.getByRole('button', { name: new RegExp(`^${say.button}`), expanded: false }).click()
    await field(page, say.link).fill('javascript:alert(1)')
    await button(page, say.save).click()
    const at = (name: string) => page.locator(`[data-field="contents.${language}.${name}"]`)
    await at('subject').getByText(say.unknown).waitFor()
    await page.locator('[data-field$=".url"]').getByText(say.scheme).waitFor()
    await expectAccessible(page, 'a template with what is refused')
    expect((await templateOf(template)).version).toBe(1)
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-786 What a template said before its last save is looked at, restored, taken back, and saved ($language, $shape)',
  async ({ language, shape, template }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await openTemplate(page, template)
    const subject = field(page, say.subject)
    const before = await subject.inputValue()
    const saved = async (): Promise<void> => {
      await button(page, say.save).click()
      await page.getByRole('link', { name: template }).waitFor()
    }
    await subject.fill(`${template}，改過了`)
    await saved()

    await openTemplate(page, template)
    const restore = async (): Promise<void> => {
      await button(page, say.versions).click()
      const drawer = page.getByRole('dialog', { name: say.versions })
      const versions = drawer.getByRole('list', { name: say.versions }).getByRole('button')
      await expect.poll(() => versions.count()).toBe(2)
      await versions.last().click()
      await drawer.getByText(before.replace('{{firmName}}', '器日 ChiRi')).waitFor()
      await drawer.frameLocator('iframe').getByRole('link').first().waitFor()
      await expectAccessible(page, 'the versions of a template')
      await drawer.getByRole('button', { name: say.restore, exact: true }).click()
      await drawer.waitFor({ state: 'detached' })
      await expect.poll(() => subject.inputValue()).toBe(before)
    }
    await restore()
    await button(page, say.undo).click()
    await expect.poll(() => subject.inputValue()).toBe(`${template}，改過了`)
    await restore()
    await saved()
    const { contents, version, id } = await templateOf(template)
    expect([contents[language].subject, version]).toEqual([before, 3])
    const kept = await callApi(server().url, letterTemplateRoutes.versions, { params: { id } }, stage.headers)
    expect(kept.map((each) => each.version)).toEqual([3, 2, 1])
  },
  120_000,
)

test.each(cases)(
  'JOURNEY-475 A template is copied and the copy deleted; the form keeps its own ($language, $shape)',
  async ({ language, shape, template }) => {
    const say = words[language]
    const page = await opened({ language, shape })
    await page.goto('/manage-mail-template')
    const choose = async (name: string, item: string) => {
      await button(page, say.more + name).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await choose(template, say.copy)
    await field(page, say.name).fill(`${template} 2`)
    await button(page, say.save).click()
    await page.getByRole('link', { name: `${template} 2` }).waitFor()
    await choose(`${template} 2`, say.remove)
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: say.remove, exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: `${template} 2` }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: template }).waitFor()
  },
  120_000,
)
