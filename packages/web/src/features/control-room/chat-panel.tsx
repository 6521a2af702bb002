import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './chat.module.css'
import { ChatList, type ChatListHandle } from './chat-list.tsx'
import { ChatRow } from './chat-row.tsx'
import { actionOfKey, type ControlRoomKey, rowAfter } from './shortcut-keys.ts'
import { type ChatTab, chatTabs } from './control-room-view.ts'
import { NoteLine } from './chat-notice.tsx'
import { UndoLane, useUndoable } from './undo-lane.tsx'
import { type ChatItem, type ChatRoom, useChatItems } from './use-chat-items.ts'
import { useControlRoomKey, useSpaceKey } from './use-shortcut-keys.ts'

interface ChatPanelProps {
  readonly title: string
  readonly rooms: readonly ChatRoom[]
  /** In their order; the first is open. */
  readonly tabs?: readonly ChatTab[]
  /** At the head's right, after the search. */
  readonly tools?: ReactNode
  /** Between head and list. */
  readonly banner?: ReactNode
  readonly composer?: ReactNode
  readonly onReply: (item: ChatItem) => void
  readonly onPerson: (item: ChatItem) => void
  /** Each row says which room it is of. */
  readonly withRoom?: boolean
}

const fetchedTabs = { held: 'held', marked: 'marked', questions: 'questions' } as const

/** The talk of one room or of several: tabs, search, list, keys and what can be taken back. */
export const ChatPanel = (props: ChatPanelProps) => {
  const { title, rooms, tools, banner, composer, onReply, onPerson, withRoom = false } = props
  const t = useText('control-room')
  const [tab, setTab] = useState<ChatTab>(props.tabs?.[0] ?? 'all')
  const [finding, setFinding] = useState(false)
  const [search, setSearch] = useState('')
  const [hovered, setHovered] = useState<string>()
  const list = useRef<ChatListHandle>(null)
  const chat = useChatItems(rooms, tab, search)
  const { items, isFrozen, chosen, choose } = chat
  const stores = rooms.map(({ open }) => open.store)
  const { undo } = useUndoable(stores)

  const countOf = (each: ChatTab) => rooms.reduce((sum, { view }) => sum + view.counts[each], 0)
  const open = (each: ChatTab) => {
    setTab(each)
    chat.goOn()
    if (each === 'all' || each === 'real') return
    for (const store of stores) store.loadTab(fetchedTabs[each])
  }
  const look = (item: ChatItem | undefined) => {
    if (item === undefined) {
      for (const store of stores) store.look(null, 'chat')
      return
    }
    const { row, view, open: room } = item
    room.store.look(row.seq ?? null, view.waits(row) ? 'held' : 'chat')
  }
  const chooseItem = (key: string | undefined) => {
    choose(key)
    look(items.find((item) => item.key === key))
  }
  const move = (step: -1 | 1) => {
    const rows = items.map(({ key, row }) => ({ ...row, key }))
    const key = rowAfter(rows, chosen?.key, step)
    if (key === undefined) return
    chooseItem(key)
    // Drawn as chosen first: only then it can be focused.
    setTimeout(() => list.current?.focus(key))
  }
  const act = (key: ControlRoomKey) => {
    const item = chosen ?? items.find((each) => each.key === hovered)
    if (item === undefined || !item.open.controlRoom.may.moderate) return
    const action = actionOfKey(key, item.row, item.view)
    if (action === 'reply') onReply(item)
    else if (action !== undefined) item.open.store.act(action)
  }
  const toNewest = () => {
    chat.goOn()
    look(undefined)
    list.current?.toNewest()
  }
  useControlRoomKey('previous', () => move(-1))
  useControlRoomKey('next', () => move(1))
  useControlRoomKey('mute', () => act('mute'))
  useControlRoomKey('block', () => act('block'))
  useControlRoomKey('mark', () => act('mark'))
  useControlRoomKey('reply', () => act('reply'))
  useControlRoomKey('undo', undo)
  useSpaceKey(() => {
    chat.toggle()
    if (isFrozen) toNewest()
  })

  return (
    <>
      <div className={css.head}>
        <h2>{title}</h2>
        <div className={css.tabs} role="tablist" aria-label={t('chat.tabs')}>
          {(props.tabs ?? chatTabs).map((each) => (
            <button key={each} type="button" role="tab" aria-selected={tab === each} onClick={() => open(each)}>
              <span>{t(`tab.${each}`)}</span>
              {each === 'held' && countOf(each) > 0 && <span className={css.count}>{countOf(each)}</span>}
              {(each === 'marked' || each === 'questions') && countOf(each) > 0 && <span>{countOf(each)}</span>}
            </button>
          ))}
        </div>
        <span className={css.tools}>
          <button
            type="button"
            className={css.plain}
            aria-label={t('chat.search')}
            aria-expanded={finding}
            onClick={() => {
              setFinding(!finding)
              setSearch('')
            }}
          >
            <IconSearch {...icon16} />
          </button>
          {tools}
        </span>
      </div>
      {finding && (
        <search className={css.find}>
          <input
            type="search"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for just now
            autoFocus
            aria-label={t('chat.search')}
            placeholder={t('chat.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              setFinding(false)
              setSearch('')
            }}
          />
        </search>
      )}
      {banner}
      <ChatList
        ref={list}
        label={title}
        items={items}
        isHeld={isFrozen}
        onScrolledUp={chat.setScrolledUp}
        onPointer={(isIn) => {
          chat.setPointer(isIn)
          if (isIn) look(chosen)
        }}
        onTop={() => {
          if (rooms.length === 1) void stores[0]?.loadOlder().catch(() => false)
        }}
        empty={
          <div className={css.none}>
            <b>{t(search === '' ? `none.${tab}` : 'none.search')}</b>
            <span>{t(search === '' ? `none.${tab}Text` : 'none.searchText')}</span>
          </div>
        }
        renderItem={(item) =>
          item.row.kind === 'note' ? (
            <NoteLine key={item.key} row={item.row} open={item.open} />
          ) : (
            <ChatRow
              key={item.key}
              id={item.key}
              row={item.row}
              view={item.view}
              open={item.open}
              chosen={item.key === chosen?.key}
              hovered={item.key === hovered}
              onHover={(isIn) => setHovered((before) => (isIn ? item.key : before === item.key ? undefined : before))}
              withRoom={withRoom}
              actions={{
                choose: () => chooseItem(item.key),
                person: () => onPerson(item),
                reply: () => onReply(item),
              }}
            />
          )
        }
      />
      <UndoLane stores={stores} isFrozen={isFrozen} newer={chat.newer} onNewest={toNewest} />
      {composer}
    </>
  )
}
