import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { ActionLink } from '../parts/action.tsx'
import { lateTexts } from '../room/lazy-texts.ts'

/** Who has signed up in another browser gets in by a code, on the page of the form. */
const CodeLink = ({ href }: { readonly href: string }) => {
  const t = useText('room')
  return (
    <ActionLink kind="quiet" big href={href}>
      {t('codeLink')}
    </ActionLink>
  )
}

/** The link with its own texts. */
export const loadCodeLink = () => withTexts(lateTexts, CodeLink)
