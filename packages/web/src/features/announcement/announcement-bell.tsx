import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon18 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { announcements } from './announcement.api.ts'
import css from './announcement.module.css'
import { countUnexpired } from './announcement.rules.ts'

const Announcements = lazy(() =>
  import('./announcements-shown.tsx').then((module) => ({ default: module.AnnouncementsShown })),
)

/** The bell with the count of unexpired announcements, and the modal it opens. */
export const AnnouncementBell = () => {
  const t = useText('announcement')
  const [open, setOpen] = useState(false)
  const { data, dataUpdatedAt } = useQuery(announcements())
  const count = countUnexpired(data ?? [], dataUpdatedAt)
  return (
    <>
      <span className="anchor">
        <IconButton
          label={count > 0 ? t('bellWithCount', { count }) : t('bell')}
          aria-haspopup="dialog"
          icon={<IconBell {...icon18} />}
          onClick={() => setOpen(true)}
        />
        {count > 0 && (
          <span className={css.badge} aria-hidden="true">
            {count}
          </span>
        )}
      </span>
      <Modal open={open} onClose={() => setOpen(false)} title={t('title')} width={600}>
        <Suspense fallback={<SkeletonList rows={3} />}>
          <Announcements />
        </Suspense>
      </Modal>
    </>
  )
}
