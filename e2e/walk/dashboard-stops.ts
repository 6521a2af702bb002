import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'
import type { TourStage } from './stage.ts'

/** The people behind a figure. */
const openRows = async (page: Page, language: ShopperLanguage): Promise<void> => {
  const name = language === 'en' ? /view details: Placed an order$/ : /看明細：下單$/
  await page.getByRole('button', { name }).click()
  const count = language === 'en' ? /^\d+ (person|people)$/ : /^\d+ 人$/
  await page.getByRole('dialog').getByText(count).waitFor()
}

/** The figures in each of their states: full, beside another live, opened, of one sale, and before anything happened. */
export const dashboardStops = ({ past, over }: TourStage) => {
  const [one, other] = past
  const stop = (name: string, query: string, as: 'member' | 'newcomer' = 'member') => ({
    name,
    route: '/dashboard',
    path: () => `/dashboard${query}`,
    as,
  })
  return [
    stop('dashboard', ''),
    stop('dashboard-live', `?live=${one ?? ''}`),
    stop('dashboard-compare', `?live=${one ?? ''}&compare=${other ?? ''}`),
    { ...stop('dashboard-rows', `?live=${one ?? ''}`), act: openRows },
    stop('dashboard-one-sale', `?live=${over.id}`),
    stop('dashboard-first-day', '', 'newcomer'),
  ]
}
