import type { ManyDecision } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { IconListCheck, IconSearch } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { icon16 } from '../../ui/icon-props.ts'
import css from './chat.module.css'
import { ChatList, type ChatListHandle } from './chat-list.tsx'
import { ChatRow } from './chat-row.tsx'
import { actionOfKey, type ControlRoomKey, rowAfter } from './shortcut-keys.ts'
import { type ChatTab, chatTabs } from './control-room-view.ts'
import { NoteLine } from './chat-notice.tsx'
import { decidePicked, PickBar } from './pick-bar.tsx'
import { UndoLane, useUndoable } from './undo-lane.tsx'
import { type ChatItem, type ChatRoom, useChatItems } from './use-chat-items.ts'
import { isPickable, usePicks, useShiftArrows } from './use-picks.ts'
import { useControlRoomKey, useSpaceKey } from './use-shortcut-keys.ts'

interface ChatPanelProps {
  readonly title: string
  readonly rooms: readonly ChatRoom[]
  /** In their order; the first is open. */
  readonly tabs?: readonly ChatTab[]
  /** At the head's right, after the search; `select`: several comments, from a menu where there is no room for a button. */
  readonly renderTools?: (select: (() => void) | undefined) => ReactNode
  /** Between head and list. */
  readonly banner?: ReactNode
  readonly composer?: ReactNode
  readonly onReply: (item: ChatItem) => void
  readonly onPerson: (item: ChatItem) => void
  /** Each row says which room it is of. */
  readonly withRoom?: boolean
}

/** Keys that do to several chosen comments what they do to one. */
const manyKeys: Partial<Record<ControlRoomKey, ManyDecision>> = { release: 'release', mark: 'mark', hide: 'remove' }

/** The talk of one room or of several: tabs, search, list, keys and what can be taken back. */
export const ChatPanel = (props: ChatPanelProps) => {
  const { title, rooms, renderTools, banner, composer, onReply, onPerson, withRoom = false } = props
  const t = useText('control-room')
  const [tab, setTab] = useState<ChatTab>(props.tabs?.[0] ?? 'all')
  const [finding, setFinding] = useState(false)
  const [search, setSearch] = useState('')
  const [hovered, setHovered] = useState<string>()
  const list = useRef<ChatListHandle>(null)
  const picks = usePicks()
  const chat = useChatItems(rooms, tab, search, picks.isOn)
  const { items, isFrozen, chosen, choose } = chat
  const [only] = rooms
  const loaded = rooms.length === 1 ? only?.view.state : undefined
  const isAll =
    items.length === chat.total && loaded !== undefined && (tab === 'all' ? loaded.older : loaded.lists[tab]).ended
  const stores = rooms.map(({ open }) => open.store)
  const { undo } = useUndoable(stores)

  const countOf = (each: ChatTab) =>
    each === 'all' || each === 'real' ? 0 : rooms.reduce((sum, { view }) => sum + view.counts[each], 0)
  const open = (each: ChatTab) => {
    setTab(each)
    picks.clear()
    chat.goOn()
    if (each === 'all') return
    for (const store of stores) store.loadTab(each)
  }
  const look = (item: ChatItem | undefined) => {
    if (item === undefined) {
      for (const store of stores) store.look(null, 'chat')
      return
    }
    const { row, view, open: room } = item
    room.store.look(row.seq ?? null, view.waits(row) ? 'held' : 'chat')
  }
  const mayPick = rooms.some(({ open: room }) => room.controlRoom.may.moderate)
  const picked = items.filter(({ key }) => picks.has(key))
  const decideMany = (decision: ManyDecision) => {
    decidePicked(picked, decision)
    picks.clear()
  }
  const pick = (key: string, how: 'toggle' | 'range') => {
    const item = items.find((each) => each.key === key)
    if (!mayPick || item === undefined || !isPickable(item)) return
    if (how === 'toggle') picks.toggle(key)
    else picks.rangeTo(items, key, chosen?.key)
  }
  const chooseItem = (key: string | undefined) => {
    choose(key)
    look(items.find((item) => item.key === key))
  }
  const onTop = () => {
    // Of several rooms a list in one order has no one oldest page.
    if (!chat.grow() && rooms.length === 1) stores[0]?.loadOlder(tab)
  }
  const move = (step: -1 | 1, withPicks = false) => {
    const rows = items.flatMap((item) => (withPicks && !isPickable(item) ? [] : [{ ...item.row, key: item.key }]))
    const key = rowAfter(rows, withPicks ? (picks.last ?? chosen?.key) : chosen?.key, step)
    if (key === undefined) return
    // At the oldest that is drawn: the next press finds more above.
    if (step === -1 && key === chosen?.key) onTop()
    if (withPicks) pick(key, 'range')
    chooseItem(key)
    // Drawn as chosen first: only then it can be focused.
    setTimeout(() => list.current?.focus(key))
  }
  const act = (key: ControlRoomKey) => {
    const together = manyKeys[key]
    if (picked.length > 0 && together !== undefined) return decideMany(together)
    const item = chosen ?? items.find((each) => each.key === hovered)
    if (item === undefined || !item.open.controlRoom.may.moderate) return
    const action = actionOfKey(key, item.row, item.view, item.open.store.serverNow())
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
  useControlRoomKey('pin', () => act('pin'))
  useControlRoomKey('timeOut', () => act('timeOut'))
  useControlRoomKey('hide', () => act('hide'))
  useControlRoomKey('release', () => act('release'))
  useControlRoomKey('select', () => {
    const key = chosen?.key ?? hovered
    if (key !== undefined) pick(key, 'toggle')
    else if (mayPick) picks.start()
  })
  useShortcut({ keys: 'escape', label: t('pick.clear'), run: picks.isOn ? picks.clear : undefined })
  useShiftArrows((step) => move(step, true))
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
          {mayPick && (
            <button
              type="button"
              className={css.plain}
              data-in-menu={renderTools !== undefined}
              aria-label={t('pick.start')}
              title={t('pick.start')}
              aria-pressed={picks.isOn}
              onClick={picks.isOn ? picks.clear : picks.start}
            >
              <IconListCheck {...icon16} />
            </button>
          )}
          {renderTools?.(mayPick ? picks.start : undefined)}
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
      {picks.isOn && <PickBar items={picked} onDecide={decideMany} onClear={picks.clear} />}
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
        onPress={chat.setPressed}
        onFocused={chat.setFocused}
        onTop={onTop}
        begin={isAll && search === '' && <p className={clsx('caption', css.begin)}>{t('list.begin')}</p>}
        empty={
          <div className={css.none}>
            <b className="strong">{t(search === '' ? `none.${tab}` : 'none.search')}</b>
            <span>{t(search === '' ? `none.${tab}Text` : 'none.searchText')}</span>
          </div>
        }
        renderItem={(item) =>
          item.row.kind === 'note' ? (
            <NoteLine key={item.key} row={item.row} view={item.view} open={item.open} />
          ) : (
            <ChatRow
              key={item.key}
              id={item.key}
              row={item.row}
              view={item.view}
              open={item.open}
              chosen={item.key === chosen?.key}
              picked={picks.isOn ? picks.has(item.key) : undefined}
              hovered={item.key === hovered}
              onHover={(isIn) => setHovered((before) => (isIn ? item.key : before === item.key ? undefined : before))}
              withRoom={withRoom}
              actions={{
                choose: (more) => {
                  if (more !== undefined || picks.isOn) pick(item.key, more ?? 'toggle')
                  else chooseItem(item.key)
                },
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
