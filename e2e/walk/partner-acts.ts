import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'
import { demoPartner } from './stage.ts'

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

/** What the bank was sent for the partners of the demo firm. */
export const openPayout: Act = async (page) => {
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: '陳明月' })
  await row.first().getByRole('button').first().click()
  await page.getByRole('dialog').getByText('慢食廚房 沈若安').waitFor()
}

/** The partner's own page with what its links have earned. */
export const logInAsPartner: Act = async (page, language) => {
  const [email, password, submit, statements] =
    language === 'en'
      ? (['Email', 'Password', 'Log in', 'Statements'] as const)
      : (['電子郵件', '密碼', '登入', '對帳單'] as const)
  await page.getByRole('textbox', { name: email }).fill(demoPartner.email)
  await page.getByLabel(password, { exact: true }).fill(demoPartner.password)
  await page.getByRole('button', { name: submit, exact: true }).click()
  await page.getByRole('region', { name: statements }).getByRole('listitem').first().waitFor()
}
