import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { runningRooms } from '../room/room.api.ts'
import { ChatPanel } from './chat-panel.tsx'
import { Composer, type ComposerHandle, type ReplyTo } from './composer.tsx'
import type { ControlRoomStore } from './control-room-store.ts'
import { controlRoomView } from './control-room-view.ts'
import css from './inbox.module.css'
import { PersonDrawer } from './person-drawer.tsx'
import { ControlRoomProvider, useControlRoomStore } from './use-control-room.tsx'
import type { ChatItem, ChatRoom } from './use-chat-items.ts'

/** What waits for somebody comes first. */
const inboxTabs = ['held', 'questions', 'real', 'marked', 'all'] as const

/** Rooms with a line of their own at once. */
const maxRooms = 12

/** What is said in all rooms that run now, in one list. */
export const InboxPage = () => {
  const t = useText('control-room')
  const query = useQuery(runningRooms())
  const lives = query.data?.lives ?? []
  const [stores, setStores] = useState<ReadonlyMap<string, ControlRoomStore>>(new Map())
  const report = useCallback(
    (liveId: string, store: ControlRoomStore | undefined) =>
      setStores((before) => {
        const next = new Map(before)
        if (store === undefined) next.delete(liveId)
        else next.set(liveId, store)
        return next
      }),
    [],
  )
  const seated = lives.slice(0, maxRooms)
  return (
    <div className={css.inbox} data-whole>
      <header className={css.head}>
        <BackLink to={paths.manageLiveStream()} className={css.back} label={t('head.back')} />
        <h1>{t('inbox.title')}</h1>
        <p className="caption">{t('inbox.lead')}</p>
      </header>
      {seated.map(({ id }) => (
        <Seat key={id} liveId={id} report={report} />
      ))}
      <div className={css.columns}>
        {query.data === undefined ? (
          query.isError ? (
            <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonList rows={6} />
          )
        ) : lives.length === 0 ? (
          <div className={css.empty}>
            <EmptyState
              art="list"
              title={t('inbox.none')}
              text={t('inbox.noneText')}
              action={<Button to={paths.manageLiveStream()}>{t('inbox.toLives')}</Button>}
            />
          </div>
        ) : (
          <Rooms lives={lives} stores={stores} />
        )}
      </div>
    </div>
  )
}

/** Holds one room's line. */
const Seat = ({
  liveId,
  report,
}: {
  liveId: string
  report: (id: string, store: ControlRoomStore | undefined) => void
}) => {
  const store = useControlRoomStore(liveId)
  useEffect(() => {
    report(liveId, store)
    return () => report(liveId, undefined)
  }, [liveId, store, report])
  return null
}

/** Of each room what it shows now; the same list until one of them changes. */
const useRooms = (stores: ReadonlyMap<string, ControlRoomStore>): readonly ChatRoom[] => {
  const last = useRef<readonly unknown[]>([])
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [...stores.values()].map(({ state }) => state.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [stores],
  )
  const states = useSyncExternalStore(subscribe, () => {
    const now = [...stores.values()].map(({ state }) => state.get())
    if (now.length !== last.current.length || now.some((state, at) => state !== last.current[at])) last.current = now
    return last.current
  })
  return useMemo(
    () =>
      states.length === 0
        ? []
        : [...stores].flatMap(([liveId, store]) => {
            const view = controlRoomView(store.state.get())
            const { controlRoom } = view.state
            return controlRoom === undefined ? [] : [{ view, open: { liveId, store, controlRoom } }]
          }),
    [states, stores],
  )
}

type Lives = Awaited<ReturnType<NonNullable<ReturnType<typeof runningRooms>['queryFn']>>>['lives']

const Rooms = ({ lives, stores }: { lives: Lives; stores: ReadonlyMap<string, ControlRoomStore> }) => {
  const t = useText('control-room')
  const f = useFormat()
  const [params, setParams] = useSearchParams()
  const wanted = params.get('liveId') ?? undefined
  const rooms = useRooms(stores)
  const [answering, setAnswering] = useState<{ room: ChatRoom; reply: ReplyTo }>()
  const [person, setPerson] = useState<ChatItem>()
  const composer = useRef<ComposerHandle>(null)
  const shown = useMemo(
    () => (wanted === undefined ? rooms : rooms.filter(({ open }) => open.liveId === wanted)),
    [rooms, wanted],
  )
  const waitingOf = (liveId: string, sent: number) => {
    const room = rooms.find(({ open }) => open.liveId === liveId)
    return room === undefined ? sent : room.view.counts.held + room.view.queue.length
  }
  const only = (liveId: string | undefined) => setParams(liveId === undefined ? {} : { liveId }, { replace: true })
  const reply = (item: ChatItem) => {
    const { row } = item
    if (row.kind !== 'comment' || row.seq === undefined) return
    setAnswering({ room: item, reply: { seq: row.seq, name: row.user.name, text: row.text } })
    setTimeout(() => composer.current?.focus())
  }
  return (
    <>
      <nav className={css.rooms} aria-label={t('inbox.rooms')}>
        <button
          type="button"
          className={`${css.room} ${css.all}`}
          aria-pressed={wanted === undefined}
          onClick={() => only(undefined)}
        >
          {t('inbox.all', { count: lives.length })}
        </button>
        {lives.map(({ id, liveName, imageUrl, online, status, beginAt, waiting }) => {
          const count = waitingOf(id, waiting)
          return (
            <div key={id} style={{ display: 'contents' }}>
              <button
                type="button"
                className={css.room}
                aria-pressed={wanted === id}
                onClick={() => only(wanted === id ? undefined : id)}
              >
                <Thumb src={imageUrl} width={64} height={36} />
                <span>
                  <b className="name-line">{liveName}</b>
                  <span>{status === 'live' ? t('inbox.online', { number: f.number(online) }) : f.near(beginAt)}</span>
                </span>
                {count > 0 && (
                  <span className={css.count} aria-label={t('inbox.waiting', { count })}>
                    {count}
                  </span>
                )}
              </button>
              {wanted === id && (
                <Link className={css.open} to={paths.streamingEdit({ liveId: id })}>
                  {t('inbox.open')}
                </Link>
              )}
            </div>
          )
        })}
      </nav>
      <section className={css.talk} aria-label={t('inbox.title')}>
        <ChatPanel
          title={t('tabs.chat')}
          rooms={shown}
          withRoom
          tabs={inboxTabs}
          onReply={reply}
          onPerson={setPerson}
          composer={
            answering !== undefined && (
              <ControlRoomProvider open={answering.room.open}>
                <Composer ref={composer} reply={answering.reply} onReplyOver={() => setAnswering(undefined)} />
              </ControlRoomProvider>
            )
          }
        />
      </section>
      {person?.row.kind === 'comment' && (
        <PersonDrawer
          open={person.open}
          userId={person.row.user.userId}
          name={person.row.user.name}
          onClose={() => setPerson(undefined)}
        />
      )}
    </>
  )
}
