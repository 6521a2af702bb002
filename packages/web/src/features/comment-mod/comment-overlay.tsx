import { useSyncExternalStore } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { Store } from '../../lib/store/store.ts'
import { Avatar } from '../../ui/thumb.tsx'
import css from './comment-overlay.module.css'
import { type Line, lineAt } from './timed-list.ts'

/** Comments that stand in a room's lower third at once. */
const shown = 3

interface CommentOverlayProps {
  readonly lines: readonly Line[]
  readonly clock: Store<number>
  readonly urlOf: (userImgId: string) => string
}

/** The comments over the playing video as the room shows them: the newest below, each coming at its second. */
export const CommentOverlay = ({ lines, clock, urlOf }: CommentOverlayProps) => {
  const t = useText('comment-mod')
  const last = useSyncExternalStore(clock.subscribe, () => lineAt(lines, clock.get()))
  const seen = lines.slice(Math.max(0, last + 1 - shown), last + 1)
  return (
    <ul className={css.overlay} aria-hidden="true">
      {seen.map(({ key, userName, userImgId, commentText }) => (
        <li key={key}>
          <Avatar src={urlOf(userImgId)} name={userName} size={20} simulated />
          <p>
            <b>{userName}</b>
            <i>{t('simulatedShort')}</i>
            {commentText}
          </p>
        </li>
      ))}
    </ul>
  )
}
