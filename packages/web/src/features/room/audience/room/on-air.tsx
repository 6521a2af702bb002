import { clsx } from 'clsx'
import { useCallback, useMemo, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Chat } from '../chat/chat.tsx'
import type { ChatLineContext } from '../chat/chat-line.tsx'
import { seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { chatRowsOf, lastWordsOf, type Note } from '../chat/chat-rows.ts'
import { Composer } from '../chat/composer.tsx'
import { QuickReplies } from '../chat/quick-replies.tsx'
import type { RoomNow } from '../entry/use-room.ts'
import type { VisitView } from '../entry/visit.ts'
import { piecesIn } from '../shop/cart-store.ts'
import { Offer, OfferPlace } from '../shop/offer.tsx'
import { ProductRows } from '../shop/product-list.tsx'
import { Shelf } from '../shop/shelf.tsx'
import { useShop } from '../shop/shop-context.ts'
import { Stage } from '../stage/stage.tsx'
import { useLivePlayback } from '../stage/use-playback.ts'
import { Waiting, WaitingCorner } from '../waiting/waiting.tsx'
import { Head, TopBar } from './head.tsx'
import { Announcement, CallToAction, Corner, LostLine, TicketToast } from './overlays.tsx'
import css from './room.module.css'
import tall from './room-tall.module.css'
import wide from './room-wide.module.css'
import { useOnline } from './use-online.ts'
import { useSlow } from './use-slow.ts'
import { useToasts } from './use-toasts.ts'

export interface OnAirProps {
  readonly now: RoomNow
  readonly view: VisitView
  readonly notes: readonly Note[]
  readonly serverNow: () => number
  readonly roomNowMs: () => number
  /** The sheet for paying is open. */
  readonly isPaying: boolean
  readonly keysUp: boolean
  readonly onSay: (text: string) => string | undefined
  readonly onShare: (() => void) | undefined
  readonly onCalendar: () => void
}

type Tab = 'chat' | 'goods'

/** The room before and during its live: one picture, which starts by itself, and what stands around it. */
export const OnAir = (props: OnAirProps) => {
  const { now, view, notes, serverNow, roomNowMs, isPaying, keysUp, onSay, onShare } = props
  const { room, status } = now
  const t = useText('room')
  const shop = useShop()
  const [tab, setTab] = useState<Tab>('chat')
  const times = { beginAtMs: Date.parse(room.beginAt), endAtMs: Date.parse(room.endAt) }
  const player = useLivePlayback(room.playlistUrl, times, serverNow)
  const { you, pending } = view.room
  const { events: all, muted } = view.room
  const events = useMemo(() => seenEvents({ events: all, muted, you }), [all, muted, you])
  const toast = useToasts(events, room.products, roomNowMs)
  const rows = useMemo(() => chatRowsOf(events, notes, pending, you?.userId), [events, notes, pending, you?.userId])
  const words = useMemo(
    () => lastWordsOf(events) ?? { name: room.firm.name, text: room.liveName },
    [events, room.firm.name, room.liveName],
  )
  const { openCart } = shop
  const myName = you?.name ?? view.viewer?.name ?? ''
  const context = useMemo<ChatLineContext>(
    () => ({
      firmName: room.firm.name,
      firmImgUrl: room.firm.imgUrl,
      disclosure: room.disclosure,
      myName,
      onOpenCart: openCart,
    }),
    [room.firm.name, room.firm.imgUrl, room.disclosure, myName, openCart],
  )
  const slow = useSlow(view.line === 'connecting')
  const onLine = useOnline()
  const isLive = status === 'live'
  const online = you === undefined ? room.online : view.room.online
  const product = shop.products.find(({ productId }) => productId === shop.shown.at(-1))
  const showGoods = useCallback(() => setTab('goods'), [])

  return (
    <main
      className={clsx(isLive ? [css.room, player.isTall && tall.tall] : css.waiting, wide.wide)}
      data-before={!isLive || undefined}
      data-mini={isPaying || undefined}
      data-keys={(keysUp && !isPaying) || undefined}
    >
      <TopBar room={room} pieces={piecesIn(shop.cart)} onShare={onShare} onOpenCart={isLive ? openCart : undefined} />
      <div className={clsx(css.left, wide.left)}>
        <Stage
          video={player.video}
          posterUrl={room.posterUrl}
          playback={isLive ? player.playback : undefined}
          onStart={player.start}
          onUnmute={player.unmute}
        />
        {isLive ? (
          <>
            <Corner camera={room.platformType !== 'video'} online={online} />
            <TicketToast toast={toast} marked={room.disclosure} />
            <Head room={room} onShare={onShare} />
            <Shelf onOpen={showGoods} />
            <p className={clsx(css.words, wide.words)}>
              <b>{words.name}</b>
              {words.text}
            </p>
          </>
        ) : (
          <WaitingCorner room={room} online={online} />
        )}
      </div>
      {isLive ? (
        <div className={clsx(css.right, wide.right)}>
          <div className={clsx(css.tabs, wide.tabs)} role="tablist" aria-label={t('chat.tabs')}>
            <TabButton tab="chat" current={tab} onChoose={setTab} label={t('chat.title')} />
            <TabButton
              tab="goods"
              current={tab}
              onChoose={setTab}
              label={t('shop.tab', { count: shop.products.length })}
            />
          </div>
          {(view.line === 'lost' || slow || !onLine) && <LostLine />}
          <Announcement events={events} />
          {tab === 'goods' && (
            <div className={clsx(css.goods, wide.goods)}>
              <h2 className="sr-only">{t('shop.title')}</h2>
              <ProductRows />
            </div>
          )}
          <div className={clsx(css.talk, wide.talk, tab === 'goods' && wide.behind)}>
            <Chat rows={rows} context={context} />
          </div>
          {keysUp && <QuickReplies product={product} onSay={onSay} />}
          <CallToAction events={events} />
          {product ? <Offer product={product} /> : <OfferPlace />}
          <Composer
            onSay={onSay}
            products={shop.products.length}
            pieces={piecesIn(shop.cart)}
            onOpenProducts={shop.openProducts}
            onOpenCart={openCart}
          />
        </div>
      ) : (
        <Waiting
          room={room}
          name={view.viewer?.anonymous === false ? view.viewer.name : ''}
          events={events}
          serverNow={serverNow}
          onCalendar={props.onCalendar}
        />
      )}
    </main>
  )
}

const TabButton = (props: { tab: Tab; current: Tab; label: string; onChoose: (tab: Tab) => void }) => (
  <button
    type="button"
    role="tab"
    aria-selected={props.tab === props.current}
    onClick={() => props.onChoose(props.tab)}
  >
    {props.label}
  </button>
)
