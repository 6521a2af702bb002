import { describe, expect, test } from 'vitest'
import { cleanPasted, typedLink } from './pasted-html.ts'
import { createPictureUploads } from './picture-uploads.ts'

const isPicture = (src: string) => src.startsWith('/media/image/')
const pasted = (html: string) => cleanPasted(html, isPicture)

describe('what is pasted', () => {
  test('UI-97 Lists of Word become lists, one within another, and its marks go', () => {
    const item = (level: number, mark: string, words: string) =>
      `<p class=MsoListParagraph style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${mark}</span>${words}</p>`
    expect(
      pasted(`<p>前</p>${item(1, '1.', '一')}${item(2, 'o', '甲')}${item(1, '2.', '二')}<p>後</p>${item(1, '·', '新')}`)
        .html,
    ).toBe('<p>前</p><ol><li>一<ul><li>甲</li></ul></li><li>二</li></ol><p>後</p><ul><li>新</li></ul>')
  })

  test('UI-98 Headings are of the two kinds there are, rows of tables are lines, styles and foreign pictures go', () => {
    const { html, foreignPictures } = pasted(
      '<style>p{}</style><h1>大</h1><h5>小</h5><table><tr><td>甲</td><td>乙</td></tr></table><img src="https://a.tw/x.png"><img src="/media/image/ia.webp">',
    )
    expect(html).toContain('<h2>大</h2><h3>小</h3>')
    expect(html).toContain('<p>甲 乙</p>')
    expect(html).not.toContain('style')
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(foreignPictures).toBe(1)
  })
})

test('UI-99 An address is taken as people type it: without its scheme, of a mail box, never a script', () => {
  const isLink = (href: string) => /^(https?:|mailto:|tel:)/.test(href)
  expect(typedLink(' line.me/chiri ', isLink)).toBe('https://line.me/chiri')
  expect(typedLink('a@b.tw', isLink)).toBe('mailto:a@b.tw')
  expect(typedLink('tel:0900', isLink)).toBe('tel:0900')
  expect(typedLink('javascript:alert(1)', isLink)).toBeUndefined()
  expect(typedLink('', isLink)).toBeUndefined()
})

test('UI-100 A picture that failed is kept and can be sent again', async () => {
  const answers = [{ error: 'offline' }, { url: '/media/image/ia.webp' }]
  const uploads = createPictureUploads(async () => answers.shift() ?? { error: 'no more' })
  const states: (string | undefined)[] = []
  const id = uploads.begin(new File(['x'], 'a.png', { type: 'image/png' }))
  uploads.subscribe(() => states.push(uploads.get(id)?.state))
  await expect.poll(() => uploads.get(id)).toMatchObject({ name: 'a.png', state: 'failed', error: 'offline' })
  expect(uploads.isBusy()).toBe(false)
  await uploads.retry(id)
  expect(uploads.get(id)).toMatchObject({ state: 'done', url: '/media/image/ia.webp' })
  expect(states).toEqual(['failed', 'busy', 'done'])
})
