import { timeOutMinutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import {
  IconArrowBackUp,
  IconBan,
  IconHourglass,
  IconMessageOff,
  IconPin,
  IconPinnedOff,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './chat-row-actions.module.css'
import type { CommentRow } from './chat-rows.ts'
import type { ControlRoomView } from './control-room-view.ts'
import { actionOfKey, type ControlRoomKey, isPublic, timeOutOf } from './shortcut-keys.ts'
import type { OpenControlRoom } from './use-control-room.tsx'

interface ChatRowActionsProps {
  readonly row: CommentRow
  readonly view: ControlRoomView
  readonly open: OpenControlRoom
  readonly actions: { readonly reply: () => void; readonly choose: () => void }
  /** The paragraph of the comment, which the bar must not cover. */
  readonly words: RefObject<HTMLParagraphElement | null>
}

type Place = 'over' | 'below' | 'above'

/** The actions of a comment: over its row while the text leaves room, else below or above it. */
export const ChatRowActions = ({ row, view, open, actions, words }: ChatRowActionsProps) => {
  const t = useText('control-room')
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>('over')
  // The bar never covers the comment under review: it stands below the row, or above it at the list's end.
  useLayoutEffect(() => {
    const text = words.current
    const box = bar.current
    const list = box?.closest('[role="log"]')
    if (!text || !box || !list) return
    const range = document.createRange()
    range.selectNodeContents(text)
    const wordsEnd = Math.max(0, ...[...range.getClientRects()].map(({ right }) => right))
    const end = text.nextElementSibling?.getBoundingClientRect()
    const own = box.getBoundingClientRect()
    const from = own.right - own.width
    if (wordsEnd < from - 4 && (end === undefined || end.width === 0)) return setPlace('over')
    const rowBox = text.parentElement?.getBoundingClientRect()
    setPlace((rowBox?.bottom ?? 0) + own.height > list.getBoundingClientRect().bottom ? 'above' : 'below')
  }, [words])
  const act = (key: ControlRoomKey) => {
    const action = actionOfKey(key, row, view, open.store.serverNow())
    if (action === 'reply') actions.reply()
    else if (action !== undefined) open.store.act(action)
  }
  const { userId } = row.user
  const seq = row.seq ?? 0
  const isMuted = view.isMuted(userId)
  const isBlocked = view.holds('blocked', userId)
  const isMarked = view.holds('marked', seq)
  const isViewer = row.user.as === 'viewer'
  const isPinned = view.pinned !== undefined && [row.seq, row.of].includes(view.pinned.of)
  const isTimedOut = view.timeOut(userId) !== undefined
  const timeOutLabel = t('act.timeOut')
  const one = (key: ControlRoomKey, letter: string, label: string, icon: ReactNode, danger = false) => (
    <button
      type="button"
      className={danger ? css.danger : undefined}
      aria-label={t('act.withKey', { label, key: letter })}
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        act(key)
      }}
    >
      {icon}
      <span className={css.said}>{label}</span>
      <kbd aria-hidden="true">{letter}</kbd>
    </button>
  )
  const removeOurs = () => {
    if (row.seq !== undefined) open.store.act({ kind: 'decide', seq: row.seq, name: row.user.name, decision: 'remove' })
  }
  const { sid } = row
  if (sid !== undefined) {
    const isDown = view.holds('removed', sid)
    return (
      <div className={css.acts} ref={bar} data-place={place} role="toolbar" aria-label={t('act.toolbar')}>
        <button
          type="button"
          className={isDown ? undefined : css.danger}
          onClick={() => open.store.act({ kind: 'line', itemId: sid, name: row.user.name, on: !isDown })}
        >
          {t(isDown ? 'act.giveBack' : 'act.takeDown')}
        </button>
      </div>
    )
  }
  return (
    <div
      className={css.acts}
      ref={bar}
      data-place={place}
      data-many={isViewer || undefined}
      role="toolbar"
      aria-label={t('act.toolbar')}
    >
      {one('reply', 'R', t('act.reply'), <IconArrowBackUp {...icon16} />)}
      {isViewer && (
        <>
          {one(
            'mark',
            'F',
            t(isMarked ? 'act.unmark' : 'act.mark'),
            isMarked ? <IconStarFilled {...icon16} /> : <IconStar {...icon16} />,
          )}
          {(isPinned || isPublic(row, view)) &&
            one(
              'pin',
              'T',
              t(isPinned ? 'act.unpin' : 'act.pin'),
              isPinned ? <IconPinnedOff {...icon16} /> : <IconPin {...icon16} />,
            )}
          {one('mute', 'M', t(isMuted ? 'act.unmute' : 'act.mute'), <IconMessageOff {...icon16} />)}
          {isTimedOut ? (
            one('timeOut', 'O', t('act.endTimeOut'), <IconHourglass {...icon16} />)
          ) : (
            <DropdownMenu
              items={timeOutMinutes.map((minutes) => ({
                label: t('act.minutes', { count: minutes }),
                ...(minutes === 5 ? { hint: 'O' } : {}),
                run: () => open.store.act(timeOutOf(row, minutes, open.store.serverNow())),
              }))}
              renderTrigger={({ onClick, ...trigger }) => (
                <button
                  type="button"
                  aria-label={t('act.withKey', { label: timeOutLabel, key: 'O' })}
                  title={timeOutLabel}
                  {...trigger}
                  onClick={() => {
                    // The pointer leaves the row for the menu: it stays as the chosen one.
                    actions.choose()
                    onClick()
                  }}
                >
                  <IconHourglass {...icon16} />
                  <span className={css.said}>{timeOutLabel}</span>
                  <kbd aria-hidden="true">O</kbd>
                </button>
              )}
            />
          )}
          {one('block', 'B', t(isBlocked ? 'act.unblock' : 'act.block'), <IconBan {...icon16} />, true)}
        </>
      )}
      {!isViewer && (
        <button type="button" className={css.danger} onClick={removeOurs}>
          {t('act.takeBack')}
        </button>
      )}
    </div>
  )
}
