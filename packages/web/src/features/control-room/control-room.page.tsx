import { useQuery } from '@tanstack/react-query'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { controlRoomFigures } from '../room/room.api.ts'
import { ChatPanel } from './chat-panel.tsx'
import { CastBar, ChatTools, PinBar } from './chat-tools.tsx'
import { Composer, type ComposerHandle, type ReplyTo } from './composer.tsx'
import css from './control-room.module.css'
import { CurveChart } from './curve-chart.tsx'
import { controlRoomStatusAt } from './room-status.ts'
import type { ControlRoomStore } from './control-room-store.ts'
import { Figures, LastOrders, onlineNow } from './figures.tsx'
import { momentLabels } from './moment-labels.ts'
import { OrderQueue } from './order-queue.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import { roomTime } from './person-style.ts'
import { Programme } from './programme.tsx'
import { usePlayed } from './rundown-part.tsx'
import { RoomHead } from './room-head.tsx'
import { rundownAt } from './rundown.ts'
import { RehearsalScreen } from './rehearsal-screen.tsx'
import { Screen } from './screen.tsx'
import { Shelf } from './shelf.tsx'
import { StaffLineButton, StaffLinePanel, useStaffLine } from './staff-line-panel.tsx'
import {
  ControlRoomProvider,
  useControlRoom,
  useControlRoomStore,
  useControlRoomView,
  useQuietViewOf,
  useRoomNow,
  useViewOf,
} from './use-control-room.tsx'
import { useIsPhone } from './use-is-phone.ts'
import type { ChatItem } from './use-chat-items.ts'
import { usePicture } from './use-picture.ts'

/** One screen for the person who runs a live. */
export const ControlRoomPage = () => {
  const { liveId = '' } = useParams()
  return <LoadedRoom key={liveId} liveId={liveId} />
}

const Waiting = () => (
  <div className={css.room} data-whole>
    <div style={{ padding: 24 }}>
      <SkeletonForm fields={6} />
    </div>
  </div>
)

const LoadedRoom = ({ liveId }: { liveId: string }) => {
  const t = useText('control-room')
  const store = useControlRoomStore(liveId)
  const loading = useSyncExternalStore(store.loading.subscribe, store.loading.get)
  const { state } = useQuietViewOf(store)
  const { controlRoom } = state
  const isGone = typeof loading === 'object'
  const open = useMemo(() => controlRoom && { liveId, store, controlRoom }, [liveId, store, controlRoom])
  if (open !== undefined && !isGone) {
    return (
      <ControlRoomProvider open={open}>
        <ControlRoom />
      </ControlRoomProvider>
    )
  }
  if (!isGone) return <Waiting />
  return (
    <div className={css.failed} data-whole>
      <ErrorState
        title={t('failed.title')}
        text={loading.failed instanceof Error ? loading.failed.message : ''}
        onRetry={store.start}
      />
      <Button to={paths.manageLiveStream()}>{t('head.back')}</Button>
    </div>
  )
}

const tabs = ['show', 'chat', 'products'] as const
type Tab = (typeof tabs)[number]

const ControlRoom = () => {
  const t = useText('control-room')
  const open = useControlRoom()
  const view = useControlRoomView()
  const { liveId, store, controlRoom } = open
  const nowMs = useRoomNow(store, controlRoom.beginAt)
  const status = controlRoomStatusAt(controlRoom, nowMs)
  const isOpen = status === 'open' || status === 'live'
  const isOver = status === 'ended' || status === 'cancelled'
  const isPhone = useIsPhone()
  const picture = usePicture(open, status === 'live')
  const [tab, setTab] = useState<Tab>('chat')
  const [reply, setReply] = useState<ReplyTo>()
  const [person, setPerson] = useState<ChatItem>()
  const composer = useRef<ComposerHandle>(null)
  const { data: figures } = useQuery(controlRoomFigures(liveId, status !== 'draft', isOpen))
  const staffLine = useStaffLine()
  const played = usePlayed()
  const { next } = rundownAt(played, nowMs - Date.parse(controlRoom.beginAt))
  // Among many tabs of the browser it says which room this is.
  useEffect(() => {
    const before = document.title
    document.title = controlRoom.liveName
    return () => {
      document.title = before
    }
  }, [controlRoom.liveName])

  const isRehearsal = controlRoom.rehearsalOf !== null
  const screen =
    isRehearsal && status === 'live' ? (
      <RehearsalScreen small={isPhone} />
    ) : (
      <Screen picture={picture} small={isPhone} isLive={status === 'live'} />
    )
  const replyTo = ({ row }: ChatItem) => {
    if (row.kind !== 'comment' || row.seq === undefined) return
    setReply({ seq: row.seq, name: row.user.name, text: row.text })
    composer.current?.focus()
  }
  return (
    <div className={css.room} data-whole data-rehearsal={(isRehearsal && !isOver) || undefined}>
      <RoomHead
        nowMs={nowMs}
        picture={
          picture.playback === undefined
            ? undefined
            : { driftMs: picture.driftMs(), isSmooth: picture.playback.state === 'playing' }
        }
      />
      <SocketState store={store} />
      {isRehearsal && !isOver && (
        <p className={css.rehearsal} role="note">
          {t('rehearsal.note')}
        </p>
      )}
      <div className={css.columns}>
        {isPhone && <PhoneTop screen={screen} nowMs={nowMs} figures={figures} next={next} isOpen={isOpen} />}
        <div className={css.tabs} role="tablist" aria-label={t('tabs.label')}>
          {tabs.map((each) => (
            <button key={each} type="button" role="tab" aria-selected={tab === each} onClick={() => setTab(each)}>
              {t(`tabs.${each}`)}
              {each === 'chat' && view.counts.held > 0 && <span className={css.count}>{view.counts.held}</span>}
              {each === 'products' && view.queue.length > 0 && <span className={css.count}>{view.queue.length}</span>}
            </button>
          ))}
        </div>
        <section
          className={`${css.pane} ${css.side}`}
          data-open={tab === 'show'}
          aria-label={t('tabs.show')}
          onPointerEnter={() => store.look(null, 'show')}
        >
          <Programme nowMs={nowMs} screen={isPhone ? null : screen} />
        </section>
        <section className={`${css.pane} ${css.middle}`} data-open={tab === 'chat'} aria-label={t('tabs.chat')}>
          <RoomChat
            title={t('tabs.chat')}
            renderTools={(select) => (
              <>
                <StaffLineButton line={staffLine} />
                {!isOver && <ChatTools onSelect={select} />}
              </>
            )}
            banner={
              !isOver && (
                <>
                  <CastBar nowMs={nowMs} />
                  <PinBar />
                </>
              )
            }
            composer={
              <>
                {staffLine.isOpen && <StaffLinePanel onClose={staffLine.close} />}
                {controlRoom.may.moderate && isOpen && (
                  <Composer ref={composer} reply={reply} onReplyOver={() => setReply(undefined)} />
                )}
              </>
            }
            onReply={replyTo}
            onPerson={setPerson}
          />
        </section>
        <section className={`${css.pane} ${css.side}`} data-open={tab === 'products'} aria-label={t('tabs.products')}>
          {!isPhone && <Figures figures={figures} nowMs={nowMs} isOpen={isOpen} />}
          {isPhone && <CurveChart revenueByMinute={figures?.revenueByMinute ?? []} nowMs={nowMs} isOpen={isOpen} />}
          <OrderQueue />
          <Shelf figures={figures} isOpen={isOpen} />
          <LastOrders figures={figures} nowMs={nowMs} />
        </section>
      </div>
      {person?.row.kind === 'comment' && (
        <PersonDrawer
          open={person.open}
          userId={person.row.user.userId}
          name={person.row.user.name}
          onClose={() => setPerson(undefined)}
        />
      )}
    </div>
  )
}

/** The talk of this room: it alone is drawn with each comment. */
const RoomChat = (props: Omit<ComponentProps<typeof ChatPanel>, 'rooms'>) => {
  const open = useControlRoom()
  const view = useViewOf(open.store)
  // The same list until something changes.
  const rooms = useMemo(() => [{ open, view }], [open, view])
  return <ChatPanel {...props} rooms={rooms} />
}

const SocketState = ({ store }: { store: ControlRoomStore }) => {
  const t = useText('control-room')
  const socket = useSyncExternalStore(store.socket.subscribe, store.socket.get)
  if (socket !== 'lost') return null
  return (
    <p className={css.lost} role="status">
      <IconPlugConnectedX {...icon16} />
      {t('line.lost')}
    </p>
  )
}

const PhoneTop = ({
  screen,
  nowMs,
  figures,
  next,
  isOpen,
}: {
  isOpen: boolean
  screen: React.ReactNode
  nowMs: number
  figures: Parameters<typeof Figures>[0]['figures']
  next: ReturnType<typeof rundownAt>['next']
}) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom } = useControlRoom()
  const { state, scriptOn } = useControlRoomView()
  const { real, simulated } = onlineNow(state.viewers, figures, isOpen)
  const money = (amount: number) => f.money({ amount, currency: controlRoom.currency })
  return (
    <div className={css.strip}>
      {screen}
      <div className={css.facts}>
        <dl>
          <div>
            <dt className="caption">{t('figure.onlineShort')}</dt>
            <dd>{real === undefined ? '—' : f.number(real + simulated)}</dd>
          </div>
          <div>
            <dt className="caption">{t('figure.orders')}</dt>
            <dd>{figures === undefined ? '—' : f.number(figures.orders)}</dd>
          </div>
          <div>
            <dt className="caption">{t('figure.revenueShort')}</dt>
            <dd>{figures === undefined ? '—' : money(figures.revenue)}</dd>
          </div>
        </dl>
        {next !== undefined && scriptOn && (
          <p className={css.coming}>
            <b>{t('rundown.in', { time: roomTime(next.atMs - (nowMs - Date.parse(controlRoom.beginAt))) })}</b>
            <span className="clip">{momentLabels(controlRoom, next.first, 1, t)}</span>
          </p>
        )}
      </div>
    </div>
  )
}
