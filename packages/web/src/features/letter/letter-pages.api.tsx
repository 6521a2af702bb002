import { useLocation } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'

const pages = [
  ['letters', paths.manageSmsEmail()],
  ['automatic', paths.automaticLetters()],
  ['sendings', paths.sendings()],
  ['optOuts', paths.optOuts()],
] as const

/** What nobody needs who writes to nobody. */
const pagesOfWriters: readonly string[] = ['sendings', 'optOuts']

/** The pages of letters, each of which shows the way to the others. Who may not write sees what went, and what goes by itself. */
export const LetterPages = () => {
  const t = useText('letter')
  const mayWrite = useMay('form', true)
  const here = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  return (
    <LinkTabs
      label={t('pages.label')}
      tabs={pages
        .filter(([name]) => mayWrite || !pagesOfWriters.includes(name))
        .map(([name, to]) => ({ label: t(`pages.${name}`), to, current: here === to }))}
    />
  )
}
