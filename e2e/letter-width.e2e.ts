import { languages } from '@kaimai/contract/common/language.ts'
import { expect, test } from 'vitest'
import { launchChromium } from './harness/browser.ts'
import { builtInTexts, letterFindings, letterHtml, sample } from './walk/letters.ts'

test('JOURNEY-787 No letter is wider than a phone, whatever long addresses and names stand in it', async () => {
  const texts = [...(await builtInTexts()), sample]
  expect(texts.length).toBeGreaterThan(20)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 800 } })
    await page.route('**/*', (route) => route.abort())
    const findings: string[] = []
    for (const text of texts)
      for (const language of languages) {
        await page.setContent(letterHtml(text, language))
        for (const finding of await letterFindings(page)) findings.push(`${text.name} ${language}: ${finding}`)
      }
    expect(findings).toEqual([])
  } finally {
    await browser.close()
  }
}, 120_000)
