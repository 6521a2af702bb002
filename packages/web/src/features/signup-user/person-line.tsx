import type { SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './person-line.module.css'
import { showPhone } from './person-labels.ts'

type Marked = Pick<SignupUserRow, 'flagged' | 'isCancelNotice' | 'source'>

/** What sets a person apart. */
export const PersonChips = ({ person }: { person: Marked }) => {
  const t = useText('signup-user')
  return (
    <>
      {person.flagged && <TagChip colour="yellow">{t('chip.flagged')}</TagChip>}
      {person.isCancelNotice && <TagChip>{t('chip.stopped')}</TagChip>}
      {person.source === 'import' && <TagChip colour="blue">{t('chip.import')}</TagChip>}
    </>
  )
}

/** A person in a list: name, marks, and how to reach them. */
export const PersonLine = ({ person }: { person: SignupUserRow }) => (
  <span className={css.line}>
    <Avatar name={person.name} size={36} />
    <span className={css.words}>
      <span className={css.head}>
        <b className={css.name}>{person.name}</b>
        <PersonChips person={person} />
      </span>
      <span className={css.contact}>
        <span className={css.phone}>{showPhone(person.phone)}</span>
        {person.email}
      </span>
    </span>
  </span>
)
