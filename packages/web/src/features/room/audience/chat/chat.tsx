import { IconArrowDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { ChatLine, type ChatLineContext } from './chat-line.tsx'
import type { ChatRow } from './chat-rows.ts'
import css from './chat.module.css'
import { useNewestFirst } from './use-newest-first.ts'

/** So near to the end it counts as at the end, in pixels. */
const nearEnd = 48

const toEnd = (box: HTMLElement | null): void => {
  if (box) box.scrollTop = box.scrollHeight
}

/**
 * The chat: follows the newest message until the viewer reads further up, then counts what is new. It does not speak
 * by itself: a busy room would never let a screen reader finish. The announcer tells of it now and then.
 */
export const Chat = ({ rows, context }: { readonly rows: readonly ChatRow[]; readonly context: ChatLineContext }) => {
  const t = useText('room')
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [seenKey, setSeenKey] = useState<string>()
  const lastKey = rows.at(-1)?.key
  const drawn = useNewestFirst(rows)

  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const watch = new ResizeObserver(() => {
      if (follows.current) toEnd(box)
    })
    watch.observe(box)
    // What the lines take, measured with the browser's own layout: asked for at each new line it would be one more.
    if (box.firstElementChild) watch.observe(box.firstElementChild)
    return () => watch.disconnect()
  }, [])

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
    if (follows.current) toEnd(box)
  }, [drawn, firstKey])

  const onScroll = () => {
    const box = list.current
    if (!box) return
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    if (atEnd === follows.current) return
    follows.current = atEnd
    setSeenKey(atEnd ? undefined : lastKey)
  }
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
        onScroll={onScroll}
      >
        <ol>
          {drawn.map((row) => (
            <ChatLine key={row.key} row={row} context={context} />
          ))}
        </ol>
      </div>
      {unseen > 0 && (
        <button
          type="button"
          className={clsx(css.newer, toMe && css.forMe)}
          onClick={() => {
            follows.current = true
            setSeenKey(undefined)
            toEnd(list.current)
          }}
        >
          <IconArrowDown size={16} stroke={2} aria-hidden="true" />
          {toMe?.kind === 'message' ? t('chat.answered', { name: toMe.user.name }) : t('chat.newer', { count: unseen })}
        </button>
      )}
    </section>
  )
}
