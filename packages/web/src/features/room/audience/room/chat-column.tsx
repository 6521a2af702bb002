import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { useIsOnline } from '../../../../lib/audience/use-viewer.ts'
import { useSlow } from '../../../../lib/audience/use-slow.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Chat } from '../chat/chat.tsx'
import type { ChatLineContext } from '../chat/chat-line.tsx'
import { callToActionOf, chatRowsOf, mayWriteAt } from '../chat/chat-rows.ts'
import { Composer } from '../chat/composer.tsx'
import { SpeakProvider } from '../chat/speak.ts'
import { useTrackViewed } from '../entry/track-products.ts'
import { totalQuantityIn } from '../shop/cart-state.ts'
import { Offer, OfferPlace } from '../shop/offer.tsx'
import { ProductRows } from '../shop/product-list.tsx'
import { useShop } from '../shop/shop-context.ts'
import { LazyAnnouncement, LazyAnnouncer, LazyCallToAction, LazyPresenceLine, LazyQuickReplies } from './lazy-parts.ts'
import type { OnAirProps } from './on-air-props.ts'
import { LostLine } from './overlays.tsx'
import css from './room.module.css'
import wide from './room-wide.module.css'
import { type Tab, Tabs } from './tabs.tsx'
import { useOwnMessages } from './use-own-messages.ts'
import { useWaits } from './use-waits.ts'

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
  const rows = useMemo(() => chatRowsOf(events, notes, pending, you?.userId), [events, notes, pending, you?.userId])
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
  const isOnline = useIsOnline()
  const product = shop.products.find(({ productId }) => productId === shop.shown.at(-1))
  const call = callToActionOf(events)
  useTrackViewed(product)
  return (
    <div className={clsx(css.right, wide.right)}>
      <Tabs tab={tab} products={shop.listed.length} onChoose={onTab} />
      {(view.socket === 'lost' || slow || !isOnline || view.full) && (
        <LostLine word={!isOnline ? 'state.offline' : view.full ? 'state.full' : 'state.reconnecting'} />
      )}
      {view.asked && onWatching && view.socket === 'open' && <LazyPresenceLine onWatching={onWatching} />}
      {view.room.announcement && <LazyAnnouncement room={view.room} roomNowMs={roomNowMs} />}
      {tab === 'products' && (
        <div className={clsx(css.products, wide.products)}>
          <h2 className="sr-only">{t('shop.title')}</h2>
          <ProductRows />
        </div>
      )}
      <div className={clsx(css.talk, wide.talk, tab === 'products' && wide.behind)}>
        <SpeakProvider value={speak}>
          <Chat rows={rows} context={context} />
        </SpeakProvider>
      </div>
      {keysUp && <LazyQuickReplies product={product} onSay={(text) => onSay(text, false)} />}
      {call && <LazyCallToAction call={call} />}
      {product ? <Offer product={product} /> : <OfferPlace />}
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
      />
      {draft && <LazyAnnouncer rows={rows} hasWaited={hasWaited} product={product} own={own} />}
    </div>
  )
}
