import { IconChevronRight, IconExternalLink, IconPinFilled, IconSpeakerphone, IconX } from '@tabler/icons-react'
import { announcedAt, type RoomState } from '@kaimai/contract/room/room.state.ts'
import { useEffect, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import chat from '../chat/chat.module.css'
import { useShop } from '../shop/shop-context.ts'
import sim from '../parts/simulated.module.css'
import { lateTexts } from './lazy-texts.ts'
import css from './overlays.module.css'
import type { Toast } from './use-toasts.ts'

/** Purchases, one at a time. Those of the script say nothing of a buyer, and first that they are simulated. */
export const TicketToast = ({ toast, marked }: { readonly toast: Toast | undefined; readonly marked: boolean }) => {
  const t = useText('room')
  return (
    <div className={css.toasts} data-part="toast" role="status">
      {toast && (
        <p key={toast.key} className={css.toast}>
          {toast.simulated && marked && <span className={sim.simulated}>{t('chat.virtual')}</span>}
          <span className="clip">
            {t(toast.simulated ? 'toast.simulated' : 'toast.sold', {
              product: toast.productName,
              count: toast.quantity,
            })}
          </span>
        </p>
      )}
    </div>
  )
}

/** What the shop said to all, until its time is up, it is put away or something newer is said. */
const Notice = ({
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
      <IconSpeakerphone className="icon-accent" size={16} stroke={2} aria-hidden="true" />
      <p>
        <b>{latest.user.name}</b> {latest.text}
      </p>
      <button type="button" aria-label={t('news.putAway')} onClick={() => setAway(latest.seq)}>
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}

/** A viewer’s comment that the staff shows to all, until it is taken down, put away or another one is pinned. */
const PinnedComment = ({ pinned }: { readonly pinned: RoomState['pinned'] }) => {
  const t = useText('room')
  const [away, setAway] = useState<number>()
  if (pinned === undefined || pinned.seq === away) return null
  return (
    <div className={css.pinned} data-part="pin" data-comment="">
      <IconPinFilled className="icon-accent" size={16} role="img" aria-label={t('news.pinned')} />
      <p>
        <b>{pinned.user.name}</b>
        {pinned.user.likeShop && <span className={chat.tag}>{t('chat.viewer')}</span>} {pinned.text}
      </p>
      <button type="button" aria-label={t('news.putAwayPinned')} onClick={() => setAway(pinned.seq)}>
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}

/** What stands pinned over the talk: the shop’s notice, and a viewer’s comment. */
const Announcement = ({
  room,
  roomNowMs,
}: {
  readonly room: Pick<RoomState, 'announcement' | 'pinned'>
  readonly roomNowMs: () => number
}) => (
  <div className={css.pins}>
    <Notice room={room} roomNowMs={roomNowMs} />
    <PinnedComment pinned={room.pinned} />
  </div>
)

/** Asks whether somebody is watching, where very many come from one network. Who doesn't answer stays all the same. */
const PresenceLine = ({ onWatching }: { readonly onWatching: () => void }) => {
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

/** What the show asks viewers to do now, over the product card. Without an address of its own it opens the products. */
export const CallToAction = ({
  call,
}: {
  readonly call: { readonly text: string; readonly url?: string | undefined }
}) => {
  const { openProducts } = useShop()
  const words = (
    <>
      <span className={css.callIcon}>
        <IconSpeakerphone {...icon20} />
      </span>
      <span className="grow">{call.text}</span>
    </>
  )
  if (call.url === undefined || call.url === '' || !isSafeUrl(call.url)) {
    return (
      <button type="button" className={css.call} data-part="call" onClick={openProducts}>
        {words}
        <IconChevronRight {...icon20} />
      </button>
    )
  }
  return (
    <a className={css.call} data-part="call" href={call.url} target="_blank" rel="noopener noreferrer">
      {words}
      <IconExternalLink {...icon20} />
    </a>
  )
}

/** The question with its own texts. */
export const loadPresenceLine = () => withTexts(lateTexts, PresenceLine)

/** The notice, and the purchases, with their own texts. */
export const loadAnnouncement = () => withTexts(lateTexts, Announcement)
export const loadTicketToast = () => withTexts(lateTexts, TicketToast)
