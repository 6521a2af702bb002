import { type ReactNode, type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { afterClick } from '../../lib/press/after-click.ts'
import css from './chat.module.css'

export interface ChatListHandle {
  readonly toNewest: () => void
  /** The row with the focus, in sight. */
  readonly focus: (key: string) => void
}

interface ChatListProps<T extends { readonly key: string }> {
  readonly label: string
  readonly items: readonly T[]
  readonly renderItem: (item: T) => ReactNode
  readonly empty: ReactNode
  /** Stands above the oldest row when there is nothing older. */
  readonly begin: ReactNode
  /** A comment is under review: the list stands still. */
  readonly isHeld: boolean
  /** The reader has gone up, or is back at the newest. */
  readonly onScrolledUp: (isUp: boolean) => void
  readonly onPointer: (isIn: boolean) => void
  /** A finger or a button is down on it: what it lies on must lie there still when it comes up. */
  readonly onPress: (isDown: boolean) => void
  /** The keyboard's focus is on something in it. */
  readonly onFocused: (isIn: boolean) => void
  /** The oldest row is in sight. */
  readonly onTop: () => void
  readonly ref?: Ref<ChatListHandle>
}

const nearPx = 40

/** The newest rows of a long list, as far as somebody looks; it follows the newest until it is held. */
export const ChatList = <T extends { readonly key: string }>(props: ChatListProps<T>) => {
  const { label, items, renderItem, empty, begin, isHeld, onScrolledUp, onPointer, onPress, onFocused, onTop, ref } =
    props
  const box = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  /** How the list was drawn last: rows that come above the first move nothing. */
  const drawn = useRef<{ first: string | undefined; last: string | undefined; height: number }>(undefined)
  const [first, last] = [items[0]?.key, items.at(-1)?.key]
  const isEmpty = items.length === 0

  // Only a list that stands still, or stops to, is measured: of one that follows, the browser's own layout says enough.
  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const before = drawn.current
    if (!isHeld) {
      drawn.current = undefined
      if (before !== undefined) list.scrollTop = list.scrollHeight
      return
    }
    if (before !== undefined && before.first !== first && before.last === last)
      list.scrollTop += list.scrollHeight - before.height
    drawn.current = { first, last, height: list.scrollHeight }
  }, [isHeld, first, last])

  const grew = useEffectEvent(() => {
    const list = box.current
    if (!list) return
    if (isHeld) drawn.current = { first, last, height: list.scrollHeight }
    else if (list.scrollHeight - list.clientHeight - list.scrollTop > 1) list.scrollTop = list.scrollHeight
  })
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => grew())
    if (box.current) watch.observe(box.current)
    if (!isEmpty && rows.current) watch.observe(rows.current)
    return () => watch.disconnect()
  }, [isEmpty])

  useImperativeHandle(ref, () => ({
    toNewest: () => {
      if (box.current) box.current.scrollTop = box.current.scrollHeight
    },
    focus: (key) => {
      const row = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
    },
  }))

  const giveUp = useRef<() => void>(undefined)
  const press = () => {
    giveUp.current?.()
    onPress(true)
    const end = new AbortController()
    const listen = (type: string, take: () => void) => addEventListener(type, take, { once: true, signal: end.signal })
    const release = () => {
      giveUp.current?.()
      onPress(false)
    }
    // A press that becomes a scroll is cancelled.
    listen('pointercancel', release)
    listen('pointerup', () => {
      const cancel = afterClick(release)
      end.signal.addEventListener('abort', cancel)
    })
    giveUp.current = () => end.abort()
  }

  const onScroll = () => {
    const list = box.current
    if (!list) return
    // Rows that have come in below since the list was moved last are no going up.
    const isUp = list.scrollTop < lastTop.current
    lastTop.current = list.scrollTop
    if (list.scrollHeight - list.scrollTop - list.clientHeight <= nearPx) onScrolledUp(false)
    else if (isUp) onScrolledUp(true)
    if (list.scrollTop <= nearPx * 4 && list.scrollHeight > list.clientHeight) onTop()
  }

  return (
    <div
      ref={box}
      className={css.list}
      role="log"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reached by keys
      tabIndex={0}
      onScroll={onScroll}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onPointer(true)}
      onPointerLeave={() => onPointer(false)}
      onPointerDown={press}
      onFocus={({ target }) => onFocused(target !== box.current && target.matches(':focus-visible'))}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !box.current?.contains(relatedTarget)) onFocused(false)
      }}
    >
      {isEmpty ? (
        empty
      ) : (
        <div ref={rows} className={css.rows}>
          {begin}
          {items.map(renderItem)}
        </div>
      )}
    </div>
  )
}
