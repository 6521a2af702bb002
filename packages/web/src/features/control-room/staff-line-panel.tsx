import { IconLock, IconMessages, IconSend, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { PersonAvatar } from './avatar.tsx'
import chat from './chat.module.css'
import { sayToStaff } from './control-room.api.ts'
import css from './staff-line.module.css'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** What colleagues have said since somebody looked last. */
export const useStaffLine = () => {
  const { state } = useControlRoomView()
  const { controlRoom } = useControlRoom()
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState<number>()
  const messages = state.staffLine ?? []
  const newest = messages.at(-1)?.seq ?? 0
  // What stood there when the page was opened is old.
  if (state.staffLine !== undefined && (seen === undefined || (isOpen && seen < newest))) setSeen(newest)
  const unread = messages.filter(({ seq, by }) => seq > (seen ?? newest) && by.userId !== controlRoom.you.userId).length
  return { isOpen, unread, toggle: () => setOpen(!isOpen), close: () => setOpen(false) }
}

export const StaffLineButton = ({ line }: { readonly line: ReturnType<typeof useStaffLine> }) => {
  const t = useText('control-room')
  return (
    <button
      type="button"
      className={chat.plain}
      aria-label={line.unread > 0 ? t('staffLine.openUnread', { count: line.unread }) : t('staffLine.open')}
      title={t('staffLine.title')}
      aria-expanded={line.isOpen}
      onClick={line.toggle}
    >
      <IconMessages {...icon16} />
      {line.unread > 0 && <span className={chat.count}>{line.unread}</span>}
    </button>
  )
}

/** The staff’s own talk, between list and composer: the room goes on above it. No viewer ever sees it. */
export const StaffLinePanel = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { liveId, controlRoom } = useControlRoom()
  const { state } = useControlRoomView()
  const messages = state.staffLine ?? []
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // What was said last stands in sight.
    if (list.current && messages.length > 0) list.current.scrollTop = list.current.scrollHeight
  }, [messages.length])
  useEffect(() => input.current?.focus(), [])
  const send = () => {
    const words = text.trim()
    if (words === '') return
    setText('')
    sayToStaff(liveId, newId(), words).catch((failure: unknown) => {
      // Nothing typed is lost.
      setText((now) => (now === '' ? words : now))
      toast.bad(t('failed.act', { why: failure instanceof Error ? failure.message : '' }))
    })
  }
  return (
    <section
      className={css.panel}
      aria-label={t('staffLine.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header>
        <h3>{t('staffLine.title')}</h3>
        <span className="caption">
          <IconLock {...icon14} />
          {t('staffLine.why')}
        </span>
        <button type="button" className={chat.plain} aria-label={t('staffLine.close')} onClick={onClose}>
          <IconX {...icon16} />
        </button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reached by keys */}
      <div ref={list} role="log" aria-label={t('staffLine.log')} tabIndex={0}>
        <ol>
          {messages.length === 0 && <li className="caption">{t('staffLine.none')}</li>}
          {messages.map(({ seq, by, text: words, atMs }) => (
            <li key={seq}>
              <PersonAvatar userId={by.userId} name={by.name} size={20} title={by.name} />
              <p>
                <b>{by.userId === controlRoom.you.userId ? t('staffLine.me') : by.name}</b> {words}
              </p>
              <time dateTime={new Date(atMs).toISOString()}>{f.time(atMs)}</time>
            </li>
          ))}
        </ol>
      </div>
      {controlRoom.may.moderate && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <input
            ref={input}
            type="text"
            value={text}
            maxLength={roomLimits.messageCharacters}
            aria-label={t('staffLine.write')}
            placeholder={t('staffLine.write')}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" aria-label={t('staffLine.send')} disabled={text.trim() === ''}>
            <IconSend {...icon16} />
          </button>
        </form>
      )}
    </section>
  )
}
