import { IconClock, IconDots, IconPinFilled, IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { BlockedDrawer } from './blocked-drawer.tsx'
import css from './chat.module.css'
import { roomTime } from './person-style.ts'
import { QuickRepliesDialog } from './quick-replies-dialog.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'
import { WordsDialog } from './banned-words-dialog.tsx'

const slowSteps = [0, 5, 10, 30, 60, 120] as const

/** Slow mode, and what is set seldom. */
export const ChatTools = ({ onSelect }: { readonly onSelect: (() => void) | undefined }) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { slow, anonymousAllowed } = useControlRoomView()
  const [opened, setOpened] = useState<'words' | 'barred' | 'quick'>()
  const slowWords = (seconds: number) => (seconds === 0 ? t('slow.off') : t('slow.seconds', { count: seconds }))
  const close = () => setOpened(undefined)
  const isPhone = useIsPhone()
  if (!controlRoom.may.moderate) return null
  const steps = slowSteps.map((seconds) => ({
    label: isPhone ? t('slow.now', { value: slowWords(seconds) }) : slowWords(seconds),
    chosen: seconds === slow,
    run: () => store.act({ kind: 'slow', seconds }),
  }))
  return (
    <>
      {!isPhone && (
        <DropdownMenu
          items={steps}
          renderTrigger={(trigger) => (
            <button
              type="button"
              className={css.plain}
              data-on={slow > 0}
              aria-label={t('slow.now', { value: slowWords(slow) })}
              {...trigger}
            >
              <IconClock {...icon16} />
              <span className={css.word}>{t('slow.now', { value: slowWords(slow) })}</span>
            </button>
          )}
        />
      )}
      <DropdownMenu
        items={[
          ...(isPhone && onSelect !== undefined ? [{ label: t('pick.start'), run: onSelect }, 'line' as const] : []),
          ...(isPhone ? [...steps, 'line' as const] : []),
          { label: t('tools.words'), run: () => setOpened('words') },
          { label: t('tools.barred'), run: () => setOpened('barred') },
          ...(controlRoom.may.run
            ? [
                { label: t('tools.quick'), run: () => setOpened('quick') },
                'line' as const,
                {
                  label: t('tools.anonymous'),
                  chosen: anonymousAllowed,
                  run: () => store.act({ kind: 'anonymous', on: !anonymousAllowed }),
                },
              ]
            : []),
        ]}
        renderTrigger={(trigger) => (
          <button type="button" className={css.plain} aria-label={t('tools.more')} {...trigger}>
            <IconDots {...icon16} />
          </button>
        )}
      />
      {opened === 'words' && <WordsDialog onClose={close} />}
      {opened === 'barred' && <BlockedDrawer onClose={close} />}
      {opened === 'quick' && <QuickRepliesDialog onClose={close} />}
    </>
  )
}

/** The viewer’s comment that all see pinned. */
export const PinBar = () => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { pinned } = useControlRoomView()
  if (pinned === undefined) return null
  const { of: seq, user, text } = pinned
  return (
    <div className={css.cast}>
      <IconPinFilled className="icon-accent" {...icon16} />
      <p className="clip grow" title={text}>
        <b>{t('pin.on', { name: user.name })}</b>
        {text}
      </p>
      {controlRoom.may.moderate && (
        <button type="button" className={css.castOff} onClick={() => store.act({ kind: 'unpin', seq, user, text })}>
          {t('pin.off')}
        </button>
      )}
    </div>
  )
}

/** What stands pinned for all viewers, and when it goes. */
export const CastBar = ({ nowMs }: { nowMs: number }) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { announcement } = useControlRoomView()
  const roomMs = nowMs - Date.parse(controlRoom.beginAt)
  const cast = announcement(roomMs)
  if (cast === undefined) return null
  return (
    <div className={css.cast}>
      <IconSpeakerphone className="icon-accent" {...icon16} />
      <p className="clip grow" title={cast.text}>
        <b>{t('cast.on')}</b>
        {cast.text}
      </p>
      {cast.untilMs !== null && (
        <span className="caption">{t('cast.downIn', { time: roomTime(cast.untilMs - roomMs) })}</span>
      )}
      {controlRoom.may.run && (
        <button
          type="button"
          className={css.castOff}
          onClick={() => store.act({ kind: 'broadcast', text: '', seconds: null })}
        >
          {t('cast.off')}
        </button>
      )}
    </div>
  )
}
