import { useMemo, useState } from 'react'
import type { ControlRoomRow } from './chat-rows.ts'
import { type ChatTab, type ControlRoomView, rowsOf } from './control-room-view.ts'
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
const itemKey = (liveId: string, rowKey: string): string => `${liveId} ${rowKey}`
const none: ReadonlySet<string> = new Set()

const itemsOf = (
  rooms: readonly ChatRoom[],
  tab: ChatTab,
  search: string,
  kept: ReadonlySet<string>,
  frozen: ReadonlyMap<string, number> | undefined,
): readonly ChatItem[] => {
  const all = rooms.map(({ open, view }) => {
    const { liveId, controlRoom } = open
    const keptHere =
      kept.size === 0
        ? none
        : new Set(view.state.rows.flatMap(({ key }) => (kept.has(itemKey(liveId, key)) ? [key] : [])))
    const upTo = frozen === undefined ? undefined : (frozen.get(liveId) ?? 0)
    const rows = rowsOf(view, tab, search, keptHere, upTo)
    const beginMs = Date.parse(controlRoom.beginAt)
    return (rooms.length > 1 ? rows.slice(-maxOfMany) : rows).map((row) => ({
      atMs: beginMs + row.ms,
      item: { key: itemKey(liveId, row.key), row, view, open },
    }))
  })
  const [only] = all
  if (all.length === 1 && only !== undefined) return only.map(({ item }) => item)
  return all
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ item }) => item)
}

interface ChatItemsState {
  readonly items: readonly ChatItem[]
  readonly isFrozen: boolean
  /** Arrived since it stands still. */
  readonly newer: number
  readonly chosen: ChatItem | undefined
  readonly choose: (key: string | undefined) => void
  readonly setPointer: (isIn: boolean) => void
  readonly setScrolledUp: (isUp: boolean) => void
  /** Stands still until it is asked to go on; or goes on. */
  readonly toggle: () => void
  readonly goOn: () => void
}

/** What the list shows, and when it stands still: under the pointer, with a row chosen, scrolled up, or when asked. */
export const useChatItems = (rooms: readonly ChatRoom[], tab: ChatTab, search: string): ChatItemsState => {
  const [chosenKey, setChosen] = useState<string>()
  const [pointerIn, setPointer] = useState(false)
  const [scrolledUp, setScrolledUp] = useState(false)
  const [asked, setAsked] = useState(false)
  const [frozen, setFrozen] = useState<ReadonlyMap<string, number>>()
  const [kept, setKept] = useState<{ tab: ChatTab; keys: ReadonlySet<string> }>({ tab, keys: none })
  const isFrozen = pointerIn || scrolledUp || asked || chosenKey !== undefined

  if (isFrozen !== (frozen !== undefined))
    setFrozen(isFrozen ? new Map(rooms.map(({ open, view }) => [open.liveId, view.state.arrivals])) : undefined)

  const keys = kept.tab === tab ? kept.keys : none
  const items = useMemo(() => itemsOf(rooms, tab, search, keys, frozen), [rooms, tab, search, keys, frozen])
  const newer = useMemo(
    () => (frozen === undefined ? 0 : itemsOf(rooms, tab, search, keys, undefined).length - items.length),
    [rooms, tab, search, keys, frozen, items],
  )
  // What is decided, or loses its star, while one looks at a tab stays in its place there.
  const isSorted = tab !== 'all' && tab !== 'real'
  const fresh = isSorted ? items.filter(({ key }) => !keys.has(key)) : []
  if (fresh.length > 0 || kept.tab !== tab) setKept({ tab, keys: new Set([...keys, ...fresh.map(({ key }) => key)]) })

  const goOn = () => {
    setChosen(undefined)
    setAsked(false)
    setScrolledUp(false)
  }
  return {
    items,
    isFrozen,
    newer,
    chosen: chosenKey === undefined ? undefined : items.find(({ key }) => key === chosenKey),
    choose: setChosen,
    setPointer,
    setScrolledUp,
    toggle: () => {
      if (isFrozen && !pointerIn) goOn()
      else setAsked(!asked)
    },
    goOn,
  }
}
