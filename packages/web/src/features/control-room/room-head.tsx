import type { Colleague } from '@kaimai/contract/room/room.protocol.ts'
import {
  IconAntennaBars5,
  IconClockPlus,
  IconDots,
  IconLink,
  IconPlayerStopFilled,
  IconUsers,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { closeRoom } from '../room/room.api.ts'
import { controlRoomStatusAt } from './room-status.ts'
import { PersonAvatar } from './avatar.tsx'
import { CrewDrawer } from './crew-drawer.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { HoldButton } from './hold-button.tsx'
import { roomTime } from './person-style.ts'
import { RehearsalButtons, RehearseButton } from './rehearse.tsx'
import css from './room-head.module.css'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

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
  const isRehearsal = controlRoom.rehearsalOf !== null
  const isToCome = status === 'scheduled' || status === 'open'
  const mayExtend = mayRun && isRunning && !isRehearsal
  const [isCrewOpen, setCrewOpen] = useState(false)
  const [isExtendOpen, setExtendOpen] = useState(false)

  const copy = () =>
    void copyText(location.origin + controlRoom.roomPath).then(() => toast.good(t('head.copied'), { id: 'copied' }))
  const failed = (error: unknown) => toast.bad(error instanceof Error ? error.message : '')
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
        if (isRehearsal) return t('rehearsal.badge', { time: roomTime(sinceMs) })
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
      {controlRoom.rehearsalOf === null ? (
        <BackLink to={paths.manageLiveStream()} className={css.back} label={t('head.back')} />
      ) : (
        <BackLink
          to={paths.streamingEdit({ liveId: controlRoom.rehearsalOf })}
          className={css.back}
          label={t('rehearsal.back')}
        />
      )}
      <span className={css.badge} data-live={isRunning && !isRehearsal} data-rehearsal={isRehearsal}>
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
      <Mates mates={state.staff} meId={controlRoom.you.userId} />
      {controlRoom.crewRole !== null && (
        <span className={css.own} title={t(`team.roleText.${controlRoom.crewRole}`)}>
          {t('team.yours', { role: t(`team.role.${controlRoom.crewRole}`) })}
        </span>
      )}
      <span className={css.sep} />
      {isToCome && (
        <span className={css.rehearse}>
          <RehearseButton />
        </span>
      )}
      {isRehearsal && isRunning && <RehearsalButtons />}
      {controlRoom.may.crew && (
        <span className={css.copy}>
          <Button
            size="s"
            icon={<IconUsers {...icon16} />}
            aria-label={t('team.title')}
            onClick={() => setCrewOpen(true)}
          >
            <span className={css.copyText}>{t('team.open')}</span>
          </Button>
        </span>
      )}
      {isCrewOpen && <CrewDrawer onClose={() => setCrewOpen(false)} />}
      {isExtendOpen && mayExtend && <ExtendDialog nowMs={nowMs} onClose={() => setExtendOpen(false)} />}
      <span className={css.copy} hidden={isRehearsal}>
        <Button size="s" icon={<IconLink {...icon16} />} aria-label={t('head.copy')} onClick={copy}>
          <span className={css.copyText}>{t('head.copy')}</span>
        </Button>
      </span>
      {(controlRoom.may.moderate || controlRoom.may.crew) && !isRehearsal && (
        <DropdownMenu
          items={[
            ...(mayExtend
              ? [
                  {
                    label: t('head.extend'),
                    icon: <IconClockPlus {...icon16} />,
                    run: () => setExtendOpen(true),
                  },
                ]
              : []),
            { label: t('head.copy'), icon: <IconLink {...icon16} />, run: copy },
            ...(controlRoom.may.crew
              ? [{ label: t('team.title'), icon: <IconUsers {...icon16} />, run: () => setCrewOpen(true) }]
              : []),
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
      {mayRun && isRunning && !isRehearsal && (
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

const Mates = ({ mates, meId }: { mates: readonly Colleague[]; meId: string }) => {
  const t = useText('control-room')
  const others = mates.filter(({ userId }) => userId !== meId)
  if (others.length === 0) return null
  return (
    <ul className={clsx('row', css.crew)} aria-label={t('crew.label')}>
      {others.slice(0, maxAvatars).map(({ userId, name, place }, at) => (
        <li key={userId}>
          <PersonAvatar userId={userId} name={name} here title={t('crew.at', { name, place: t(`crew.${place}`) })} />
          {at < maxWords && (
            <span className={css.words} aria-hidden="true">
              <b className="strong">{name}</b> {t(`crew.${place}`)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
