import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { pxTooWide } from './harness/page-width.ts'

// A merchant writes with headings, lists and pictures; who opens the page reads it, with scripts and without.
const { server, visitor } = useJourney()

let merchant: Visitor
let headers: Record<string, string>
beforeAll(async () => {
  merchant = await visitor({ name: '商家', shape: 'desktop' })
  // The demo adds its next session to the form by itself: a save made meanwhile is refused, and merged by the page.
  merchant.announce(/409 PUT \/api\/signup\//)
  const { page } = merchant
  await logIn(page)
  headers = { ...(await loginApi(server().url, 'demo', 'kaimai-demo')).headers }
}, 120_000)

const demoForm = async () => {
  const { items } = await callApi(server().url, signupRoutes.list, { query: { limit: 50 } }, headers)
  const id = items.find(({ customUrl }) => customUrl === 'demo')?.id ?? ''
  return callApi(server().url, signupRoutes.show, { params: { id } }, headers)
}
const publicHtml = async (): Promise<string> => (await fetch(`${server().url}/f/demo`)).text()

/** Drops a drawn picture, or pastes HTML, where the cursor of the editor is. */
const give = (editor: Locator, kind: 'drop' | 'paste', html = '') =>
  editor.evaluate(
    async (element, given) => {
      const data = new DataTransfer()
      if (given.kind === 'paste') data.setData('text/html', given.html)
      else {
        const canvas = new OffscreenCanvas(1400, 900)
        const pen = canvas.getContext('2d')
        if (pen) pen.fillStyle = '#9c4a24'
        pen?.fillRect(0, 0, 1400, 900)
        data.items.add(new File([await canvas.convertToBlob()], '茶席.png', { type: 'image/png' }))
      }
      const { left, bottom } = (element.lastElementChild ?? element).getBoundingClientRect()
      const init = { bubbles: true, cancelable: true, clientX: left + 2, clientY: bottom - 2 }
      element.dispatchEvent(
        given.kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    { kind, html },
  )

/** With the cursor in its first line. */
const openForm = async (page: Page): Promise<Locator> => {
  const { id } = await demoForm()
  await page.goto(`/manage-form/edit/free/${id}`)
  const editor = page.getByRole('textbox', { name: '內容', exact: true })
  // Its middle may be a picture, whose caption would take what is typed.
  await editor.locator(':scope > :first-child').click()
  return editor
}

test('JOURNEY-272 A merchant writes a heading, bold words and a list, drops a picture and saves; a viewer sees it, with scripts and without', async () => {
  const { page } = merchant
  const editor = await openForm(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('冬天的第一場茶會，')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('只有這一晚')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('。')
  await page.keyboard.press('Enter')
  const tools = page.getByRole('toolbar', { name: '文字工具' })
  await tools.getByRole('button', { name: '標題', exact: true }).click()
  await page.keyboard.type('喝什麼')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- 凍頂烏龍')
  await page.keyboard.press('Enter')
  await page.keyboard.type('蜜香紅茶')
  await give(editor, 'drop')
  const picture = editor.locator('img[src^="/media/image/"]')
  await picture.waitFor()
  await editor.getByRole('textbox', { name: '圖片說明' }).fill('一桌茶席')
  const preview = page.getByRole('group', { name: '手機預覽' })
  await preview.getByRole('heading', { name: '喝什麼' }).waitFor()
  // The tooltip of the button that was clicked stands outside of the page's parts.
  await page.mouse.move(0, 0)
  await expectAccessible(page, 'the editor of a form')
  await page.getByRole('button', { name: '儲存變更' }).click()
  await expect
    .poll(async () => (await demoForm()).signupContent)
    .toMatch(
      /^<p>冬天的第一場茶會，<strong>只有這一晚<\/strong>。<\/p><h2>喝什麼<\/h2><ul><li>凍頂烏龍<\/li><li>蜜香紅茶<\/li><\/ul><img src="\/media\/image\/[\w-]+\.webp" alt="一桌茶席">$/,
    )
  expect(await publicHtml()).toMatch(
    /<h2>喝什麼<\/h2><ul><li>凍頂烏龍<\/li><li>蜜香紅茶<\/li><\/ul><picture><source type="image\/avif"/,
  )
  const viewer = await visitor({ name: '觀眾', shape: 'phone' })
  await viewer.page.goto('/f/demo')
  const seen = viewer.page.getByRole('img', { name: '一桌茶席' })
  await seen.scrollIntoViewIfNeeded()
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await seen.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\/\d+\.avif$/)
  await viewer.page.getByRole('heading', { name: '喝什麼' }).waitFor()
  expect(await pxTooWide(viewer.page)).toBe(0)
  await expectAccessible(viewer.page, 'a form with a rich text')
}, 180_000)

test('JOURNEY-273 A picture that fails is told and sent again, and what was written stays; Chinese is typed as ever', async () => {
  const { page } = merchant
  const editor = await openForm(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  const keys = await page.context().newCDPSession(page)
  await keys.send('Input.imeSetComposition', { text: 'ㄔㄚˊ', selectionStart: 3, selectionEnd: 3 })
  await keys.send('Input.imeSetComposition', { text: '茶', selectionStart: 1, selectionEnd: 1 })
  await keys.send('Input.insertText', { text: '茶' })
  await page.keyboard.type('會')
  await expect.poll(() => editor.innerText()).toBe('茶會')
  merchant.announce(/upload_img_test/)
  await page.route('**/upload_img_test', (route) => route.abort())
  await give(editor, 'drop')
  await editor.getByRole('alert').getByText('茶席.png').waitFor({ timeout: 60_000 })
  await page.unroute('**/upload_img_test')
  await editor.getByRole('button', { name: '再試一次' }).click()
  await editor.locator('img[src^="/media/image/"]').waitFor()
  await page.getByRole('button', { name: '儲存變更' }).click()
  await expect
    .poll(async () => (await demoForm()).signupContent)
    .toMatch(/^<p>茶會<\/p><img src="\/media\/image\/[\w-]+\.webp" alt="">$/)
}, 180_000)

test('JOURNEY-274 What Word writes becomes a clean list; what an attacker posts is gone', async () => {
  const { page } = merchant
  const editor = await openForm(page)
  await page.keyboard.press('ControlOrMeta+a')
  await give(
    editor,
    'paste',
    `<html><head><style>p{color:red}</style></head><body><h1>茶單</h1><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><!--[endif]-->烏龍<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span><b>紅茶</b></p><img src="https://evil.example/x.png"></body></html>`,
  )
  await page.getByText('貼上的內容裡有其他網站的圖片').waitFor()
  await page.getByRole('button', { name: '儲存變更' }).click()
  await expect
    .poll(async () => (await demoForm()).signupContent)
    .toBe('<h2>茶單</h2><ul><li>烏龍</li><li><strong>紅茶</strong></li></ul>')
  const body = {
    productName: '攻擊',
    price: 100_00,
    description: '<p onmouseover="alert(1)">好<script>alert(1)</script><a href="javascript:alert(1)">點</a></p>',
    variants: [{ name: '', stock: 1 }],
  }
  const product = await callApi(server().url, productRoutes.create, { body }, headers)
  expect(product.description).toBe('<p>好點</p>')
}, 180_000)
