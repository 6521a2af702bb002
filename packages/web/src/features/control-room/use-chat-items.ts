import { useMemo, useState } from 'react'
import type { ControlRoomRow } from './chat-rows.ts'
import { isListed } from './comment-lists.ts'
import type { ChatTab, ControlRoomView } from './control-room-view.ts'
import { type FrozenRows, heldRows, rowsOf } from './tab-rows.ts'
import type { OpenControlRoom } from './use-control-room.tsx'

export interface ChatRoom {
  readonly open: OpenControlRoom
  readonly view: ControlRoomView
}

export interface ChatItem extends ChatRoom {
  /** Unique over all rooms shown. */
  readonly key: string
  readonly row: ControlRoomRow
}

/** Rows of each room that a list of several rooms takes. */
const maxOfMany = 400
/** Rows drawn at once; as many again whenever one scrolls up to the oldest. */
const windowRows = 80
const itemKey = (liveId: string, rowKey: string): string => `${liveId} ${rowKey}`
const none: ReadonlySet<string> = new Set()
type Frozen = ReadonlyMap<string, FrozenRows>

interface Items {
  /** The newest of them, as many as are drawn. */
  readonly items: readonly ChatItem[]
  readonly total: number
}

const itemsOf = (
  rooms: readonly ChatRoom[],
  {
    tab,
    search,
    retained,
    frozen,
  }: { tab: ChatTab; search: string; retained: ReadonlySet<string>; frozen: Frozen | undefined },
  count: number,
): Items => {
  const all = rooms.map(({ open, view }) => {
    const { liveId, controlRoom } = open
    const prefix = itemKey(liveId, '')
    const retainedHere =
      retained.size === 0
        ? none
        : new Set([...retained].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])))
    const rows = rowsOf(view, tab, search, retainedHere, frozen?.get(liveId))
    const beginMs = Date.parse(controlRoom.beginAt)
    const shown = rows.slice(-Math.min(count, rooms.length > 1 ? maxOfMany : count))
    return {
      total: rooms.length > 1 ? Math.min(rows.length, maxOfMany) : rows.length,
      placed: shown.map((row) => ({
        atMs: beginMs + row.ms,
        item: { key: itemKey(liveId, row.key), row, view, open },
      })),
    }
  })
  const total = all.reduce((sum, each) => sum + each.total, 0)
  const [only] = all
  if (all.length === 1 && only !== undefined) return { items: only.placed.map(({ item }) => item), total }
  const placed = all.flatMap((each) => each.placed).sort((a, b) => a.atMs - b.atMs)
  return { items: placed.slice(-count).map(({ item }) => item), total }
}

const freeze = (rooms: readonly ChatRoom[], tab: ChatTab): Frozen =>
  new Map(
    rooms.map(({ open, view }) => [open.liveId, { tab, rows: heldRows(view, tab), arrivals: view.state.arrivals }]),
  )

/** What has arrived in a tab since it stands still. */
const newerThan = (rooms: readonly ChatRoom[], tab: ChatTab, frozen: Frozen): number =>
  rooms.reduce((sum, { open, view }) => {
    const arrivals = frozen.get(open.liveId)?.arrivals ?? 0
    if (tab === 'all') return sum + view.state.arrivals - arrivals
    const rows = heldRows(view, tab)
    let count = 0
    for (let at = rows.length - 1; at >= 0; at -= 1) {
      const row = rows[at]
      if (row === undefined || (row.arrival > 0 && row.arrival <= arrivals)) break
      if (row.arrival > arrivals && row.kind === 'comment' && isListed(tab, row, view.holds)) count += 1
    }
    return sum + count
  }, 0)

interface ChatItemsState extends Items {
  readonly isFrozen: boolean
  /** Arrived since it stands still. */
  readonly newer: number
  readonly chosen: ChatItem | undefined
  readonly choose: (key: string | undefined) => void
  readonly setPointer: (isIn: boolean) => void
  readonly setPressed: (isDown: boolean) => void
  readonly setScrolledUp: (isUp: boolean) => void
  /** Something in the list has the keyboard's focus. */
  readonly setFocused: (isIn: boolean) => void
  /** Stands still until it is asked to go on; or goes on. */
  readonly toggle: () => void
  readonly goOn: () => void
  /** Draws more rows above; false: all are drawn. */
  readonly grow: () => boolean
}

/**
 * What the list shows, and when it stands still: under the pointer or a finger, with a row chosen or focused, scrolled up, or when
 * asked, or several are being chosen. Then it shows the rows of that moment, however many roll by meanwhile.
 */
export const useChatItems = (
  rooms: readonly ChatRoom[],
  tab: ChatTab,
  search: string,
  isPicking = false,
): ChatItemsState => {
  const [chosenKey, setChosen] = useState<string>()
  const [pointerIn, setPointer] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [scrolledUp, setScrolledUp] = useState(false)
  const [asked, setAsked] = useState(false)
  const [frozen, setFrozen] = useState<{ tab: ChatTab; rooms: number; rows: Frozen }>()
  const [count, setCount] = useState(windowRows)
  const [kept, setKept] = useState<{ tab: ChatTab; keys: ReadonlySet<string> }>({ tab, keys: none })
  const isFrozen = pointerIn || pressed || focused || scrolledUp || asked || isPicking || chosenKey !== undefined

  if (
    isFrozen !== (frozen !== undefined) ||
    (frozen !== undefined && (frozen.tab !== tab || frozen.rooms !== rooms.length))
  )
    setFrozen(isFrozen ? { tab, rooms: rooms.length, rows: freeze(rooms, tab) } : undefined)

  const retained = kept.tab === tab ? kept.keys : none
  const still = frozen?.rows
  const { items, total } = useMemo(
    () => itemsOf(rooms, { tab, search, retained, frozen: still }, count),
    [rooms, tab, search, retained, still, count],
  )
  const newer = useMemo(() => (still === undefined ? 0 : newerThan(rooms, tab, still)), [rooms, tab, still])
  // What is decided, or loses its star, while one looks at a tab stays in its place there.
  const isSorted = tab !== 'all' && tab !== 'real'
  const fresh = isSorted && items.some(({ key }) => !retained.has(key))
  // Of what is drawn only: a queue of a whole evening is longer than anybody looks.
  if (fresh || kept.tab !== tab) setKept({ tab, keys: isSorted ? new Set(items.map(({ key }) => key)) : none })

  const goOn = () => {
    setChosen(undefined)
    setAsked(false)
    setScrolledUp(false)
    setFocused(false)
    setCount(windowRows)
    for (const { open } of rooms) open.store.leaveOlder()
  }
  return {
    items,
    total,
    isFrozen,
    newer,
    chosen: chosenKey === undefined ? undefined : items.find(({ key }) => key === chosenKey),
    choose: setChosen,
    setPointer,
    setPressed,
    setScrolledUp,
    setFocused,
    toggle: () => {
      if (isFrozen && !pointerIn) goOn()
      else setAsked(!asked)
    },
    goOn,
    grow: () => {
      if (items.length >= total) return false
      setCount(count + windowRows)
      return true
    },
  }
}
