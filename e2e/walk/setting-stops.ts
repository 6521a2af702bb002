import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

const settingSections = [
  'appearance',
  'balance',
  'notify',
  'tracking',
  'payment',
  'delivery',
  'invoice',
  'security',
] as const

/** A fault at its field, and the save bar. */
const changeSettings: Act = async (page) => {
  const taxId = page.locator('[data-field="taxId"] input')
  await taxId.fill('12345678')
  await page.locator('[data-field="legalName"] input').focus()
  await page.locator('[data-field="taxId"] [aria-invalid="true"]').waitFor()
}

const membersStand: Act = (page) => page.getByText('陳明浩').first().waitFor()

const inviteMember: Act = async (page, language) => {
  await page.getByRole('button', { name: language === 'en' ? 'Invite member' : '邀請成員' }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

const openMember: Act = async (page) => {
  await page.getByText('陳明浩').first().click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

const auditStands: Act = (page) => page.getByText('127.0.0.1').first().waitFor()

const openChange: Act = async (page) => {
  await page.getByText('霧白手捏飯碗').first().click()
  await page.getByRole('dialog').getByRole('table').waitFor()
}

/** The firm's settings, section by section, with its members and the audit log. */
export const settingStops = () => {
  const stop = (name: string, path: string, more: { readonly act?: Act } = {}) => ({
    name,
    route: '/brand-setting',
    path: () => path,
    as: 'member' as const,
    ...more,
  })
  return [
    stop('vendor-settings', '/brand-setting'),
    ...settingSections.map((section) =>
      stop(`vendor-settings-${section}`, `/brand-setting?section=${section}`, {
        act: (page) => page.locator('[data-section] :is(h3, table, button)').first().waitFor(),
      }),
    ),
    stop('members', '/brand-setting?section=members', { act: membersStand }),
    stop('members-invite', '/brand-setting?section=members', { act: inviteMember }),
    stop('members-role', '/brand-setting?section=members', { act: openMember }),
    stop('audit-log', '/brand-setting?section=audit', { act: auditStands }),
    stop('audit-log-change', '/brand-setting?section=audit&q=霧白手捏飯碗', { act: openChange }),
    stop('audit-log-none', '/brand-setting?section=audit&q=nothing-of-that-name'),
    stop('vendor-settings-points', '/brand-setting?section=balance&log=points'),
    stop('vendor-settings-changed', '/brand-setting?section=business', { act: changeSettings }),
  ]
}
