import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { IconPlugConnected, IconScissors } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { createRoomClient, roomSocketUrl } from '../../features/room/room-client.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { joinAsStranger } from './bench.api.ts'
import { createBenchSocket, framesMax } from './bench-socket.ts'
import css from './bench.module.css'

const colours = { connecting: 'yellow', open: 'green', lost: 'yellow', over: 'grey', cut: 'red' } as const

/** One viewer: what it sees, and the frames behind it. */
export const ChatPane = ({ name, streamId }: { name: string; streamId: string }) => {
  const t = useText('playground')
  const f = useFormat()
  const language = useLanguage()
  const inputId = useId()
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [{ socket, client }] = useState(() => {
    const bench = createBenchSocket()
    let viewerKey: string | undefined
    const made = createRoomClient({
      url: roomSocketUrl(location),
      language,
      openSocket: bench.openSocket,
      onRefused: (message) => setNote(message),
      ticket: async () => {
        try {
          const joined = await joinAsStranger({ streamId, name: `Bench ${name}`, viewerKey })
          viewerKey = joined.viewerKey
          return joined.ticket
        } catch (error) {
          if (!isCallError(error) || error.status >= 500) throw error
          setNote(error.message)
          return undefined
        }
      },
    })
    return { socket: bench, client: made }
  })
  const view = useSyncExternalStore(client.view.subscribe, client.view.get)
  const frames = useSyncExternalStore(socket.frames.subscribe, socket.frames.get)
  const isCut = useSyncExternalStore(socket.isCut.subscribe, socket.isCut.get)
  useEffect(() => {
    client.start()
    return () => client.stop()
  }, [client])

  const say = (event: SubmitEvent) => {
    event.preventDefault()
    const refused = client.say(text)
    setNote(refused === undefined ? '' : formatErrorText(refused, language))
    if (refused === undefined) setText('')
  }
  const state = isCut ? 'cut' : view.socket
  const said = seenEvents(view.room).flatMap((event) =>
    event.kind === 'commented' || event.kind === 'announced'
      ? [{ key: 'sid' in event ? event.sid : String(event.seq), who: event.user.name, text: event.text }]
      : [],
  )

  return (
    <section className={css.pane} aria-label={t('sandbox.pane', { name })}>
      <header>
        <h2>{t('sandbox.pane', { name })}</h2>
        <StatusChip colour={colours[state]}>{t(`sandbox.lineState.${state}`)}</StatusChip>
        <Button
          size="s"
          icon={isCut ? <IconPlugConnected {...icon16} /> : <IconScissors {...icon16} />}
          onClick={isCut ? socket.repair : socket.cut}
        >
          {t(isCut ? 'sandbox.mend' : 'sandbox.cut')}
        </Button>
      </header>
      <p className={css.facts}>
        <span>{t('sandbox.online', { count: view.room.online })}</span>
        <span>{t('sandbox.seq', { seq: view.room.seq })}</span>
        <span>{view.room.you?.userId}</span>
      </p>
      <h3>{t('sandbox.chat')}</h3>
      <Scroll label={t('sandbox.chat')}>
        {said.length + view.room.pending.length === 0 && <li className={css.note}>{t('sandbox.noChat')}</li>}
        {said.map((each) => (
          <li key={each.key}>
            <b>{each.who}</b> {each.text}
          </li>
        ))}
        {view.room.pending.map((each) => (
          <li key={each.id} className={css.waiting}>
            {each.text}
          </li>
        ))}
      </Scroll>
      <form className={css.say} onSubmit={say}>
        <label htmlFor={inputId} className="sr-only">
          {t('sandbox.say')}
        </label>
        <input
          id={inputId}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={t('sandbox.say')}
          autoComplete="off"
        />
        <Button type="submit">{t('sandbox.send')}</Button>
      </form>
      <p className={css.refused} role="status">
        {note}
      </p>
      <h3>{t('sandbox.frames')}</h3>
      <Scroll label={t('sandbox.frames')} mono>
        {frames.length === 0 && <li className={css.note}>{t('sandbox.noFrames')}</li>}
        {frames.map((frame) => (
          <li key={frame.id} data-way={frame.way}>
            <span>
              {f.timeOfSecond(frame.atMs)} {t(`sandbox.${frame.way}`)}
            </span>
            {frame.text}
          </li>
        ))}
      </Scroll>
      <p className={css.note}>{t('sandbox.framesKept', { count: framesMax })}</p>
    </section>
  )
}

/** Follows its newest line while that is in sight. */
const Scroll = (props: { label: string; mono?: boolean; children: ReactNode }) => {
  const list = useRef<HTMLUListElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    if (follows.current && list.current) list.current.scrollTop = list.current.scrollHeight
  })
  return (
    <ul
      ref={list}
      className={props.mono ? css.raw : css.said}
      aria-label={props.label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget: it }) => {
        follows.current = it.scrollHeight - it.scrollTop - it.clientHeight < 24
      }}
    >
      {props.children}
    </ul>
  )
}
