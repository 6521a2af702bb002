import type { LiveUserRow } from '@kaimai/contract/viewer/viewer.routes.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './viewer-row.module.css'

/** +886912345678 as people here write it; other countries' numbers and redacted ones stay as they are. */
export const showPhone = (phone: string): string =>
  phone.replace(/^\+886(?=\d{8,9}$)/, '0').replace(/^(09\d{2})(\d{3})(\d{3})$/, '$1-$2-$3')

/** What sets a viewer apart. */
export const ViewerChips = ({ viewer }: { viewer: LiveUserRow }) => {
  const t = useText('viewer')
  return (
    <>
      {viewer.isOnline && <StatusChip colour="green">{t('chip.online')}</StatusChip>}
      {viewer.anonymous && <TagChip>{t('chip.anonymous')}</TagChip>}
      {viewer.blocked && <TagChip colour="red">{t('chip.blocked')}</TagChip>}
    </>
  )
}

/** A viewer in a list: name, marks, and how to reach them. */
export const ViewerLine = ({ viewer }: { viewer: LiveUserRow }) => {
  const contact = [showPhone(viewer.phone), viewer.email].filter((text) => text !== '')
  return (
    <span className={css.line}>
      <Avatar src={viewer.imgUrl} name={viewer.name} size={36} />
      <span className={css.words}>
        <span className={css.head}>
          <b className={css.name}>{viewer.name}</b>
          <ViewerChips viewer={viewer} />
        </span>
        {contact.length > 0 && <span className={css.contact}>{contact.join('・')}</span>}
      </span>
    </span>
  )
}
