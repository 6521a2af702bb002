import { IconCalendarPlus, IconClock, IconEye } from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16, icon20 } from '../../../../ui/icon-props.ts'
import { Action } from '../parts/action.tsx'
import { PageChoices } from '../parts/language-switch.tsx'
import { LazyAnnouncement } from '../room/lazy-parts.ts'
import overlay from '../room/overlays.module.css'
import { LazyRemindButton } from '../remind/lazy-remind.ts'
import { ProductRows } from '../shop/product-list.tsx'
import { WaitingCountdown } from './waiting-countdown.tsx'
import { useViewerTime } from './use-viewer-time.ts'
import css from './waiting.module.css'

/** When it begins and how many wait, at the top corners of the poster. */
export const WaitingCorner = ({ room, online }: { readonly room: PublicRoom; readonly online: number }) => {
  const t = useText('room')
  const format = useFormat()
  const { begin } = useViewerTime(room.beginAt, room.now)
  return (
    <div className={overlay.corner} data-part="corner">
      <span className={overlay.over}>
        <IconClock {...icon16} />
        {t('waiting.beginsAt', { time: begin })}
      </span>
      {online > 0 && (
        <span className={overlay.over}>
          <IconEye {...icon16} />
          {t('waiting.waiting', { count: online, number: format.number(online) })}
        </span>
      )}
    </div>
  )
}

/** Before the begin: what it will be, how long still, what will be sold. */
export const Waiting = ({
  room,
  name,
  state,
  serverNow,
  roomNowMs,
  onCalendar,
  onProfile,
}: {
  readonly room: PublicRoom
  /** Of who signed up; empty for others. */
  readonly name: string
  readonly state: Pick<RoomState, 'announcement' | 'pinned'>
  readonly roomNowMs: () => number
  readonly serverNow: () => number
  readonly onCalendar: () => void
  readonly onProfile: (() => void) | undefined
}) => {
  const t = useText('room')
  const { elsewhere } = useViewerTime(room.beginAt, room.now)
  return (
    <div className={css.side}>
      {/* A keyboard can scroll it only when it can be focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.rest} tabIndex={0}>
        <h1 tabIndex={-1} data-face>
          {room.liveName}
        </h1>
        <p className={css.lead}>{name === '' ? t('waiting.lead') : t('waiting.leadNamed', { name })}</p>
        <WaitingCountdown room={room} serverNow={serverNow} />
        {elsewhere !== undefined && <p className={css.zone}>{elsewhere}</p>}
        {(state.announcement ?? state.pinned) && <LazyAnnouncement room={state} roomNowMs={roomNowMs} />}
        {room.products.length + room.infoImages.length > 0 && (
          <>
            <h2 className={css.section}>{t('waiting.products')}</h2>
            <ProductRows plain remind />
          </>
        )}
        <p className={css.firm}>
          {room.firm.name}
          <span className={css.taps}>
            {onProfile && (
              <Action kind="plain" onClick={onProfile}>
                {t('menu.profile')}
              </Action>
            )}
            <PageChoices />
          </span>
        </p>
      </div>
      <div className={css.foot}>
        <Action big icon={<IconCalendarPlus {...icon20} />} onClick={onCalendar}>
          {t('waiting.calendar')}
        </Action>
        <LazyRemindButton reminder="begin" name="" big />
      </div>
    </div>
  )
}
