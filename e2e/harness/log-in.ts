import type { Page } from 'playwright-core'

/** Logs in by the page, as the demo firm's owner unless another account is named; ends on the dashboard. */
export const logIn = async (page: Page, account = 'demo', password = 'kaimai-demo'): Promise<void> => {
  await page.goto('/auth/login')
  await page.locator('input[autocomplete=username]').fill(account)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/dashboard')
}
