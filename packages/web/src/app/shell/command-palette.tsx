import { lazy, Suspense } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'

// What features add names their calls, and those their schemas: nothing for the first load.
const Finder = lazy(() => import('./palette-finder.tsx').then((module) => ({ default: module.PaletteFinder })))

/** ⌘K: finds any page, and what features add. */
export const CommandPalette = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useText('app')
  return (
    <Modal open={open} onClose={onClose} label={t('palette.title')} width={600} closeIcon={false}>
      <Suspense fallback={<SkeletonList rows={4} />}>
        <Finder onClose={onClose} />
      </Suspense>
    </Modal>
  )
}
