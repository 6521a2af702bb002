import type { LiveUserRow } from '@kaimai/contract/viewer/viewer.routes.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'

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
