import { IconArrowDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { memo, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { afterClick } from '../../../../lib/press/after-click.ts'
import { ChatLine, type ChatLineContext } from './chat-line.tsx'
import { areSameRows, type ChatRow, rowsToDraw } from './chat-rows.ts'
import css from './chat.module.css'
import { createFollowEnd } from './follow-end.ts'

/** What a phone shows beside a video, in lines. */
const atOnce = 8
/** So many more take a slow phone a few milliseconds. */
const aTurn = 8

/**
 * The newest lines at once, the older above them in turns of their own: who comes an hour late gets hundreds, and the
 * room answers while they are drawn.
 */
const useNewestFirst = (rows: readonly ChatRow[]): readonly ChatRow[] => {
  const [drawn, setDrawn] = useState(atOnce)
  const older = drawn < rows.length
  useEffect(() => {
    if (!older) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + aTurn)), 0)
    return () => clearTimeout(timer)
  }, [older, drawn])
  return older ? rows.slice(-drawn) : rows
}

const Lines = memo(
  ({ rows, context }: { readonly rows: readonly ChatRow[]; readonly context: ChatLineContext }) =>
    rows.map((row) => <ChatLine key={row.key} row={row} context={context} />),
  (before, now) => before.context === now.context && areSameRows(before.rows, now.rows),
)

/** What only this viewer sees, and what it said itself. */
const isOwn = (row: ChatRow): boolean => row.kind !== 'message' || row.mine

/**
 * The chat: follows the newest message until the viewer reads further up, then counts what is new. It does not speak
 * by itself: a busy room would never let a screen reader finish. The announcer reads it out now and then.
 */
export const Chat = ({
  rows,
  context,
  empty,
  older,
}: {
  readonly rows: readonly ChatRow[]
  readonly context: ChatLineContext
  /** Stands in the place of the lines as long as there are none. */
  readonly empty?: ReactNode
  /** Stands above the lines while the viewer reads back. */
  readonly older?: ReactNode
}) => {
  const t = useText('room')
  const list = useRef<HTMLDivElement>(null)
  const [seenKey, setSeenKey] = useState<string>()
  const lastKey = rows.at(-1)?.key
  const newestKey = useLatest(lastKey)
  const [follow] = useState(() => createFollowEnd((follows) => setSeenKey(follows ? undefined : newestKey.current)))
  const drawn = useNewestFirst(rowsToDraw(rows, seenKey))

  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const watch = new ResizeObserver(() => follow.grew(box))
    watch.observe(box)
    // What the lines take, measured with the browser's own layout: asked for at each new line it would be one more.
    if (box.firstElementChild) watch.observe(box.firstElementChild)
    return () => watch.disconnect()
  }, [follow])

  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const end = new AbortController()
    const listen = { passive: true, signal: end.signal } as const
    box.addEventListener('wheel', follow.moved, listen)
    let stopEnding: (() => void) | undefined
    const held = () => {
      stopEnding?.()
      stopEnding = undefined
      follow.held()
    }
    const released = () => {
      if (!follow.isHeld()) return
      stopEnding ??= afterClick(() => {
        stopEnding = undefined
        follow.released()
      })
    }
    end.signal.addEventListener('abort', () => stopEnding?.())
    box.addEventListener('touchstart', held, listen)
    box.addEventListener('touchend', released, listen)
    box.addEventListener('touchcancel', follow.released, listen)
    box.addEventListener('keydown', ({ key }) => follow.pressed(key), listen)
    // The scrollbar, or a button in a line, which must lie there still when it is let go: not every browser reports that.
    box.addEventListener('pointerdown', ({ pointerType }) => pointerType === 'mouse' && held(), listen)
    addEventListener('pointerup', ({ pointerType }) => pointerType === 'mouse' && released(), listen)
    addEventListener(
      'pointermove',
      ({ buttons, pointerType }) => pointerType === 'mouse' && buttons === 0 && released(),
      listen,
    )
    return () => end.abort()
  }, [follow])

  // To a browser, lines that fill the list or come in above have jumped when they are scrolled away from afterwards: these
  // steps are shown at the end from the start.
  const firstKey = drawn[0]?.key
  const before = useRef({ lines: 0, firstKey, isFull: false })
  useLayoutEffect(() => {
    const box = list.current
    const { lines, firstKey: lastFirst, isFull } = before.current
    before.current = { lines: drawn.length, firstKey, isFull }
    const comeAbove = drawn.length > lines && firstKey !== lastFirst
    if (!box || (isFull && !comeAbove)) return
    before.current.isFull = box.scrollHeight > box.clientHeight
    follow.grew(box)
  }, [drawn, firstKey, follow])

  // What a viewer says, and what the room answers it alone, is brought into view wherever it reads.
  const own = useRef<ReadonlySet<string>>(undefined)
  useLayoutEffect(() => {
    const keys = new Set(rows.filter(isOwn).map(({ key }) => key))
    const known = own.current
    own.current = keys
    const box = list.current
    if (box && known !== undefined && [...keys].some((key) => !known.has(key))) follow.goToEnd(box)
  }, [rows, follow])

  const seenAt = seenKey === undefined ? -1 : rows.findIndex(({ key }) => key === seenKey)
  const unseen = seenKey === undefined ? 0 : rows.length - 1 - seenAt

  /** Said to this viewer, further down than is seen. */
  const toMe =
    seenKey === undefined ? undefined : rows.slice(seenAt + 1).findLast((row) => row.kind === 'message' && row.toMe)

  return (
    <section className={css.chat} data-part="chat" aria-label={t('chat.title')}>
      {/* A keyboard can scroll it only when it can be focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={list}
        className={css.list}
        role="log"
        aria-live="off"
        aria-label={t('chat.title')}
        tabIndex={0}
        onScroll={(event) => follow.scrolled(event.currentTarget)}
      >
        {seenKey !== undefined && older}
        <ol>
          {rows.length === 0 && empty}
          <Lines rows={drawn} context={context} />
        </ol>
      </div>
      {unseen > 0 && (
        <button
          type="button"
          className={clsx(css.newer, toMe && css.forMe)}
          onClick={() => {
            if (list.current) follow.goToEnd(list.current)
          }}
        >
          <IconArrowDown size={16} stroke={2} aria-hidden="true" />
          {toMe?.kind === 'message' ? t('chat.answered', { name: toMe.user.name }) : t('chat.newer', { count: unseen })}
        </button>
      )}
    </section>
  )
}
