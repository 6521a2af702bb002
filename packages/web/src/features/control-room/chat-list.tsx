import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
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
  /** A comment is under review: the list stands still. */
  readonly isHeld: boolean
  /** The reader has gone up, or is back at the newest. */
  readonly onScrolledUp: (isUp: boolean) => void
  readonly onPointer: (isIn: boolean) => void
  /** The oldest row is in sight. */
  readonly onTop: () => void
  readonly ref?: Ref<ChatListHandle>
}

/** Rows drawn at once; as many again whenever one scrolls up to the oldest. */
const windowRows = 80
const nearPx = 40

/** The newest rows of a long list, drawn as far as somebody looks; it follows the newest until it is held. */
export const ChatList = <T extends { readonly key: string }>(props: ChatListProps<T>) => {
  const { label, items, renderItem, empty, isHeld, onScrolledUp, onPointer, onTop, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(windowRows)
  /** Height below the top edge before more rows are drawn above. */
  const heightBefore = useRef<number>(undefined)
  const shown = items.slice(-count)

  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    if (heightBefore.current !== undefined) {
      list.scrollTop += list.scrollHeight - heightBefore.current
      heightBefore.current = undefined
    } else if (!isHeld && list.scrollHeight - list.clientHeight - list.scrollTop > 1) list.scrollTop = list.scrollHeight
  })

  useImperativeHandle(ref, () => ({
    toNewest: () => {
      setCount(windowRows)
      if (box.current) box.current.scrollTop = box.current.scrollHeight
    },
    focus: (key) => {
      const row = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
    },
  }))

  const onScroll = () => {
    const list = box.current
    if (!list) return
    onScrolledUp(list.scrollHeight - list.scrollTop - list.clientHeight > nearPx)
    if (list.scrollTop > nearPx * 4 || list.scrollHeight <= list.clientHeight) return
    if (count < items.length) {
      heightBefore.current = list.scrollHeight
      setCount(count + windowRows)
    } else onTop()
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
    >
      {items.length === 0 ? empty : <div className={css.rows}>{shown.map(renderItem)}</div>}
    </div>
  )
}
