import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { callNow } from '@kaimai/contract/room/call.rules.ts'
import { clsx } from 'clsx'
import { useMemo, useCallback, useEffect, useRef, useState } from 'react'
import { useIsOnline } from '../../../../lib/audience/use-viewer.ts'
import { useSlow } from '../../../../lib/audience/use-slow.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Chat } from '../chat/chat.tsx'
import type { ChatLineContext } from '../chat/chat-line.tsx'
import { chatRowsOf, mayWriteAt } from '../chat/chat-rows.ts'
import { Composer } from '../chat/composer.tsx'
import { HeartButton } from '../chat/heart-button.tsx'
import { SpeakProvider } from '../chat/speak.ts'
import { useTrackViewed } from '../entry/track-products.ts'
import { totalQuantityIn } from '../shop/cart-state.ts'
import { Offer, OfferPlace } from '../shop/offer.tsx'
import { useShop } from '../shop/shop-context.ts'
import {
  LazyAnnouncement,
  LazyAnnouncer,
  LazyCallToAction,
  LazyGiveawayBar,
  LazyLiveHistory,
  LazyPollCard,
  LazyPresenceLine,
  LazyQuickReplies,
  LazyTimedOut,
  LazyWelcome,
} from './lazy-parts.ts'
import type { OnAirProps } from './on-air-props.ts'
import { LostLine } from './overlays.tsx'
import { LazyProductRows } from '../shop/lazy-product-rows.ts'
import css from './room.module.css'
import wide from './room-wide.module.css'
import { type Tab, Tabs } from './tabs.tsx'
import { useWaits } from './use-waits.ts'
import { browserClock } from '../../../../lib/clock/clock.ts'

/** What is there when the room is entered is history: only what comes later is spoken. */
const historyMs = 2_000

/** The newest message to this viewer alone. `isIn`: the viewer is in, and earlier messages have been shown. */
const useOwnMessages = (isIn: boolean): readonly [words: string, speak: (text: string) => void] => {
  const [words, setWords] = useState('')
  const speaks = useRef(false)
  useEffect(() => {
    if (!isIn) return undefined
    return browserClock.after(historyMs, () => {
      speaks.current = true
    })
  }, [isIn])
  const speak = useCallback((text: string) => {
    if (speaks.current) setWords(text)
  }, [])
  return [words, speak]
}

export interface ChatColumnProps extends OnAirProps {
  /** What the viewer is to see of the room's events. */
  readonly events: readonly RoomEvent[]
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** The viewer was there before it began. */
  readonly hasWaited: boolean
}

/** The talk, the product shown and the composer of a live. */
export const ChatColumn = (props: ChatColumnProps) => {
  const {
    now,
    view,
    notes,
    serverNow,
    roomNowMs,
    keysUp,
    onSay,
    onChoose,
    onWatching,
    onVote,
    onHeart,
    draft,
    events,
    tab,
    onTab,
    hasWaited,
  } = props
  const { room } = now
  const t = useText('room')
  const shop = useShop()
  const { you, pending, slow: slowSeconds } = view.room
  const [own, speak] = useOwnMessages(you !== undefined)
  const [held, setHeld] = useState<readonly RoomEvent[]>()
  const listed = held ?? events
  const rows = useMemo(() => chatRowsOf(listed, notes, pending, you?.userId), [listed, notes, pending, you?.userId])
  const viewerKey = view.viewer?.viewerKey
  const { openCart } = shop
  const myName = you?.name ?? view.viewer?.name ?? ''
  const context = useMemo<ChatLineContext>(
    () => ({
      firmName: room.firm.name,
      firmImgUrl: room.firm.imgUrl,
      disclosure: room.disclosure,
      myName,
      onOpenCart: openCart,
      onChoose,
      serverNow,
    }),
    [room.firm.name, room.firm.imgUrl, room.disclosure, myName, openCart, onChoose, serverNow],
  )
  const slow = useSlow(view.socket === 'connecting')
  const waits = useWaits(mayWriteAt(events, you?.userId, slowSeconds), roomNowMs)
  const paused = useWaits(view.room.timeOut, serverNow)
  const isOnline = useIsOnline()
  const product = shop.products.find(({ productId }) => productId === shop.shown.at(-1))
  const call = callNow(view.room)
  useTrackViewed(product)
  return (
    <div className={clsx(css.right, wide.right)}>
      <Tabs tab={tab} products={shop.listed.length} onChoose={onTab} />
      {(view.socket === 'lost' || slow || !isOnline || view.full) && (
        <LostLine word={!isOnline ? 'state.offline' : view.full ? 'state.full' : 'state.reconnecting'} />
      )}
      {view.asked && onWatching && view.socket === 'open' && <LazyPresenceLine onWatching={onWatching} />}
      {(view.room.announcement ?? view.room.pinned) && <LazyAnnouncement room={view.room} roomNowMs={roomNowMs} />}
      {view.room.polls.opened && <LazyPollCard room={view.room} roomNowMs={roomNowMs} onVote={onVote} />}
      {view.room.giveaways.opened && (
        <LazyGiveawayBar
          room={view.room}
          streamId={room.streamId}
          roomNowMs={roomNowMs}
          onSay={onVote && ((word) => onSay(word, false))}
        />
      )}
      {tab === 'products' && (
        <div className={clsx(css.products, wide.products)}>
          <h2 className="sr-only">{t('shop.title')}</h2>
          <LazyProductRows />
        </div>
      )}
      <div className={clsx(css.talk, wide.talk, tab === 'products' && wide.behind)}>
        <SpeakProvider value={speak}>
          <Chat
            rows={rows}
            context={context}
            empty={you && <LazyWelcome firmName={room.firm.name} />}
            older={
              draft &&
              viewerKey && (
                <LazyLiveHistory streamId={room.streamId} viewerKey={viewerKey} room={view.room} onHeld={setHeld} />
              )
            }
          />
        </SpeakProvider>
      </div>
      {keysUp && <LazyQuickReplies product={product} onSay={(text) => onSay(text, false)} />}
      {call && <LazyCallToAction call={call} />}
      {product ? <Offer product={product} /> : <OfferPlace />}
      {paused > 0 ? (
        <LazyTimedOut untilMs={view.room.timeOut} left={paused} />
      ) : (
        <Composer
          key={draft?.turn}
          draftKey={draft?.key}
          onSay={onSay}
          slow={slowSeconds}
          waits={waits}
          products={shop.listed.length}
          totalQuantity={totalQuantityIn(shop.cart)}
          onOpenProducts={shop.openProducts}
          onOpenCart={openCart}
          heart={room.heartsAllowed && <HeartButton hearts={view.room.hearts} onHeart={onHeart} />}
        />
      )}
      {draft && <LazyAnnouncer rows={rows} hasWaited={hasWaited} product={product} own={own} />}
    </div>
  )
}
