import { useLocation } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

const pages = [
  ['partners', paths.associationSetting()],
  ['links', paths.associationLinks()],
  ['results', paths.associationResults()],
  ['commissions', paths.associationCommissions()],
  ['statements', paths.associationStatements()],
  ['payouts', paths.associationPayouts()],
] as const

/** The pages of affiliates, each of which shows the way to the others. */
export const AffiliatePages = () => {
  const t = useText('partner')
  const here = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  return (
    <LinkTabs
      label={t('pages.label')}
      tabs={pages.map(([name, to]) => ({ label: t(`pages.${name}`), to, current: here === to }))}
    />
  )
}
