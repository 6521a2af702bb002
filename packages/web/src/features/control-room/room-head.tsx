import type { Colleague } from '@kaimai/contract/room/room.protocol.ts'
import {
  IconAntennaBars5,
  IconArrowLeft,
  IconClockPlus,
  IconDots,
  IconLink,
  IconPlayerStopFilled,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { closeRoom, extendRoom } from '../room/room.api.ts'
import { controlRoomStatusAt } from './room-status.ts'
import { PersonAvatar } from './avatar.tsx'
import { HoldButton } from './hold-button.tsx'
import { roomTime } from './person-style.ts'
import css from './room-head.module.css'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

const extensions = [5, 15, 30] as const
/** Faces with words; more are only faces. */
const maxWords = 2
const maxAvatars = 6

interface PictureNow {
  /** Milliseconds that this page's picture is apart from the room's moment; undefined: nobody knows. */
  readonly driftMs: number | undefined
  readonly isSmooth: boolean
}

export const RoomHead = ({ nowMs, picture }: { nowMs: number; picture: PictureNow | undefined }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom, store, liveId } = useControlRoom()
  const { state } = useControlRoomView()
  const status = controlRoomStatusAt(controlRoom, nowMs)
  const sinceMs = nowMs - Date.parse(controlRoom.beginAt)
  const isRunning = status === 'live'
  const mayRun = controlRoom.may.run
  const mayExtend = mayRun && isRunning

  const copy = () =>
    void copyText(location.origin + controlRoom.roomPath).then(() => toast.good(t('head.copied'), { id: 'copied' }))
  const failed = (error: unknown) => toast.bad(error instanceof Error ? error.message : '')
  const extend = (minutes: number) =>
    void extendRoom(liveId, minutes).then(({ endAt }) => {
      store.reload()
      toast.good(t('head.extended', { time: f.time(endAt) }))
    }, failed)
  const close = () => closeRoom(liveId).then(() => store.reload())
  const ask = () =>
    void askToConfirm({
      title: t('head.endTitle'),
      text: t('head.endText'),
      ok: t('head.endOk'),
      danger: true,
      run: () =>
        close().catch((error: unknown) => {
          failed(error)
          throw error
        }),
    })

  const badge = () => {
    switch (status) {
      case 'live':
        return t(controlRoom.platformType === 'camera' ? 'head.onAir' : 'head.selling', { time: roomTime(sinceMs) })
      case 'open':
      case 'scheduled':
        return -sinceMs < 24 * 3_600_000
          ? t('head.beginsIn', { time: roomTime(-sinceMs) })
          : f.near(controlRoom.beginAt)
      default:
        return t(`status.${status}`)
    }
  }
  return (
    <header className={css.head}>
      <Link to={paths.manageLiveStream()} className={css.back} aria-label={t('head.back')}>
        <IconArrowLeft {...icon18} />
      </Link>
      <span className={css.badge} data-live={isRunning}>
        {badge()}
      </span>
      <h1>{controlRoom.liveName}</h1>
      {isRunning && picture !== undefined && (
        <span className={css.socket}>
          <IconAntennaBars5 {...icon16} />
          {picture.isSmooth ? t('head.smooth') : t('head.stalled')}
          {picture.driftMs !== undefined && t('head.drift', { seconds: f.number(Math.abs(picture.driftMs) / 1000, 1) })}
        </span>
      )}
      <span className={css.grow} />
      <Crew mates={state.staff} meId={controlRoom.you.userId} />
      <span className={css.sep} />
      <span className={css.copy}>
        <Button size="s" icon={<IconLink {...icon16} />} aria-label={t('head.copy')} onClick={copy}>
          <span className={css.copyText}>{t('head.copy')}</span>
        </Button>
      </span>
      {controlRoom.may.moderate && (
        <DropdownMenu
          items={[
            ...(mayExtend
              ? extensions.map((minutes) => ({
                  label: t('head.extend', { minutes }),
                  icon: <IconClockPlus {...icon16} />,
                  run: () => extend(minutes),
                }))
              : []),
            { label: t('head.copy'), icon: <IconLink {...icon16} />, run: copy },
            { label: t('head.inbox'), to: paths.liveInbox() },
            { label: t('head.viewers'), to: paths.liveUsers({ liveId }) },
          ]}
          renderTrigger={(trigger) => (
            <IconButton
              label={mayExtend ? t('head.extendMenu') : t('head.more')}
              icon={mayExtend ? <IconClockPlus {...icon18} /> : <IconDots {...icon18} />}
              {...trigger}
            />
          )}
        />
      )}
      {mayRun && isRunning && (
        <HoldButton
          label={t('head.endHold', { end: t('head.end') })}
          icon={<IconPlayerStopFilled size={16} aria-hidden="true" />}
          onHeld={() => void close().catch(failed)}
          onShort={() => toast.info(t('head.endShort'), { id: 'hold' })}
          onAsked={ask}
        >
          {t('head.end')}
        </HoldButton>
      )}
    </header>
  )
}

const Crew = ({ mates, meId }: { mates: readonly Colleague[]; meId: string }) => {
  const t = useText('control-room')
  const others = mates.filter(({ userId }) => userId !== meId)
  if (others.length === 0) return null
  return (
    <ul className={css.crew} aria-label={t('crew.label')}>
      {others.slice(0, maxAvatars).map(({ userId, name, place }, at) => (
        <li key={userId}>
          <PersonAvatar userId={userId} name={name} here title={t('crew.at', { name, place: t(`crew.${place}`) })} />
          {at < maxWords && (
            <span className={css.words} aria-hidden="true">
              <b>{name}</b> {t(`crew.${place}`)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
