import type { SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'

type Marked = Pick<SignupUserRow, 'flagged' | 'isCancelNotice' | 'source' | 'erasedAt'>

/** What sets a person apart. */
export const PersonChips = ({ person }: { person: Marked }) => {
  const t = useText('signup-user')
  if (person.erasedAt !== null) return <TagChip>{t('chip.erased')}</TagChip>
  return (
    <>
      {person.flagged && <TagChip colour="yellow">{t('chip.flagged')}</TagChip>}
      {person.isCancelNotice && <TagChip>{t('chip.stopped')}</TagChip>}
      {person.source !== 'form' && <TagChip colour="blue">{t(`chip.${person.source}`)}</TagChip>}
    </>
  )
}
