import { seenEvents } from '@kaimai/contract/room/room.state.ts'
import { clsx } from 'clsx'
import { useCallback, useMemo, useState } from 'react'
import { totalQuantityIn } from '../shop/cart-state.ts'
import { useShop } from '../shop/shop-context.ts'
import { Stage } from '../stage/stage.tsx'
import { useNowPlaying } from '../stage/use-now-playing.ts'
import { useLivePlayback } from '../stage/use-playback.ts'
import { LazyWaiting, LazyWaitingCorner } from '../waiting/lazy-waiting.tsx'
import { TopBar } from './head.tsx'
import { LazyVideoOverlay, LazyChatColumn } from './lazy-live.ts'
import { LazyFilmOver, LazyRoomMenu, LazyYoutubeFrame } from './lazy-parts.ts'
import type { OnAirProps } from './on-air-props.ts'
import css from './room.module.css'
import tall from './room-tall.module.css'
import wide from './room-wide.module.css'
import type { Tab } from './tabs.tsx'

/**
 * The room before and during its live: one picture, which starts by itself, and what stands around it. The talk and the
 * products of a live are parts of their own: who waits needs them later.
 */
export const OnAir = (props: OnAirProps) => {
  const { now, view, serverNow, roomNowMs, isPaying, keysUp, onShare, onProfile, draft } = props
  const { room, status } = now
  const shop = useShop()
  const [tab, setTab] = useState<Tab>('chat')
  const [isMenu, setMenu] = useState(false)
  const [hasWaited] = useState(status !== 'live')
  const times = { beginAtMs: Date.parse(room.beginAt), endAtMs: Date.parse(room.endAt), runs: room.pastFilm?.runs }
  const player = useLivePlayback(room.playlistUrl, times, serverNow, room.tall)
  const { you, events: all, muted, removed, removedLines } = view.room
  const events = useMemo(
    () => seenEvents({ events: all, muted, removed, removedLines, you }),
    [all, muted, removed, removedLines, you],
  )
  const { openCart } = shop
  const isLive = status === 'live'
  const isTube = room.youtubeId !== ''
  const roomS = useCallback(() => roomNowMs() / 1000, [roomNowMs])
  const { online, simulated } = you === undefined ? room : view.room
  const openMenu = useCallback(() => setMenu(true), [])
  const closeMenu = useCallback(() => setMenu(false), [])
  const showProducts = useCallback(() => setTab('products'), [])
  const state = player.playback?.state
  const over = <LazyFilmOver text={room.pastFilm?.text} />
  useNowPlaying(room, isLive && (state === 'playing' || state === 'stalled'))

  return (
    <main
      className={clsx(isLive ? [css.room, player.isTall && tall.tall] : css.waiting, wide.wide)}
      data-tube={(isTube && isLive) || undefined}
      data-before={!isLive || undefined}
      data-mini={isPaying || undefined}
      data-keys={(keysUp && !isPaying) || undefined}
    >
      <TopBar
        room={room}
        totalQuantity={totalQuantityIn(shop.cart)}
        onShare={onShare}
        onProfile={onProfile}
        onOpenCart={isLive ? openCart : undefined}
      />
      <div className={clsx(css.left, wide.left)}>
        <Stage
          video={player.video}
          posterUrl={room.posterUrl}
          playback={isLive ? player.playback : undefined}
          onStart={player.start}
          onUnmute={player.unmute}
          onMute={player.mute}
          inWindow={player.inWindow}
          over={over}
        >
          {isTube && isLive && (
            <LazyYoutubeFrame key={room.youtubeId} youtubeId={room.youtubeId} roomS={roomS} over={over} />
          )}
        </Stage>
        {isLive ? (
          <LazyVideoOverlay
            room={room}
            events={events}
            online={online}
            simulated={simulated === true}
            roomNowMs={roomNowMs}
            onShare={onShare}
            onMenu={draft && openMenu}
            onShowProducts={showProducts}
          />
        ) : (
          <LazyWaitingCorner room={room} online={online} />
        )}
      </div>
      {isLive ? (
        <LazyChatColumn {...props} events={events} tab={tab} onTab={setTab} hasWaited={hasWaited} />
      ) : (
        <LazyWaiting
          room={room}
          name={view.viewer?.anonymous === false ? view.viewer.name : ''}
          state={view.room}
          serverNow={serverNow}
          roomNowMs={roomNowMs}
          onCalendar={props.onCalendar}
          onProfile={onProfile}
        />
      )}
      {isMenu && (
        <LazyRoomMenu
          room={room}
          inWindow={player.inWindow}
          onShare={onShare}
          onProfile={onProfile}
          onClose={closeMenu}
        />
      )}
    </main>
  )
}
