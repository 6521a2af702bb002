import { IconChevronRight, IconPinFilled, IconX } from '@tabler/icons-react'
import { announcedAt, type RoomState } from '@kaimai/contract/room/room.state.ts'
import { useEffect, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import css from './overlays.module.css'
import type { Toast } from './use-toasts.ts'

/** Purchases, one at a time; those of the script are marked while the shop discloses. */
export const TicketToast = ({ toast, marked }: { readonly toast: Toast | undefined; readonly marked: boolean }) => {
  const t = useText('room')
  return (
    <div className={css.toasts} data-part="toast" role="status">
      {toast && (
        <p key={toast.key} className={css.toast}>
          {toast.simulated && marked && <span className={css.tag}>{t('chat.virtual')}</span>}
          <span className="clip">
            {toast.name === ''
              ? t('toast.sold', { product: toast.productName, count: toast.quantity })
              : t('toast.bought', { name: toast.name, product: toast.productName, count: toast.quantity })}
          </span>
        </p>
      )}
    </div>
  )
}

/** What the shop said to all, until its time is up, it is put away or something newer is said. */
export const Announcement = ({
  room,
  roomNowMs,
}: {
  readonly room: Pick<RoomState, 'announcement'>
  readonly roomNowMs: () => number
}) => {
  const t = useText('room')
  const [away, setAway] = useState<number>()
  const [, setTurn] = useState(0)
  const untilMs = room.announcement?.untilMs
  useEffect(() => {
    if (untilMs === undefined || untilMs === null) return undefined
    return browserClock.after(Math.max(0, untilMs - roomNowMs()) + 20, () => setTurn((turn) => turn + 1))
  }, [untilMs, roomNowMs])
  const latest = announcedAt(room, roomNowMs())
  if (latest === undefined || latest.seq === away) return null
  return (
    <div className={css.pinned} data-part="pin">
      <IconPinFilled size={16} aria-hidden="true" />
      <p>
        <b>{latest.user.name}</b> {latest.text}
      </p>
      <button type="button" aria-label={t('chat.putAway')} onClick={() => setAway(latest.seq)}>
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Asks whether somebody is watching, where very many come from one network. Who doesn't answer stays all the same. */
export const PresenceLine = ({ onWatching }: { readonly onWatching: () => void }) => {
  const t = useText('room')
  return (
    <div className={css.presence} data-part="presence" role="status">
      <p>{t('presence.ask')}</p>
      <button type="button" onClick={onWatching}>
        {t('presence.watching')}
      </button>
    </div>
  )
}

const isSafeUrl = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/i.test(url)

/** What the show asks viewers to do now: one line over the product card. */
export const CallToAction = ({
  call,
}: {
  readonly call: { readonly text: string; readonly url?: string | undefined } | undefined
}) => {
  if (call === undefined) return null
  if (call.url === undefined || call.url === '' || !isSafeUrl(call.url)) {
    return (
      <p className={css.call} data-part="call">
        <span>{call.text}</span>
      </p>
    )
  }
  return (
    <a className={css.call} data-part="call" href={call.url} target="_blank" rel="noopener noreferrer">
      <span>{call.text}</span>
      <IconChevronRight size={16} stroke={2} aria-hidden="true" />
    </a>
  )
}
