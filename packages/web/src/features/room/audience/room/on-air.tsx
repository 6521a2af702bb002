import { clsx } from 'clsx'
import { useCallback, useMemo, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Chat } from '../chat/chat.tsx'
import type { ChatLineContext } from '../chat/chat-line.tsx'
import { seenEvents } from '@kaimai/contract/room/room.state.ts'
import { callToActionOf, chatRowsOf, lastWordsOf, mayWriteAt, type Note } from '../chat/chat-rows.ts'
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
import { YoutubeStage } from '../stage/youtube-stage.tsx'
import { useLivePlayback } from '../stage/use-playback.ts'
import { LateWaiting, LateWaitingCorner } from '../waiting/late-waiting.tsx'
import { Head, TopBar } from './head.tsx'
import { Announcement, CallToAction, Corner, LostLine, TicketToast } from './overlays.tsx'
import css from './room.module.css'
import tall from './room-tall.module.css'
import wide from './room-wide.module.css'
import { type Tab, Tabs } from './tabs.tsx'
import { useOnline } from './use-online.ts'
import { useSlow } from './use-slow.ts'
import { useToasts } from './use-toasts.ts'
import { useWaits } from './use-waits.ts'

export interface OnAirProps {
  readonly now: RoomNow
  readonly view: VisitView
  readonly notes: readonly Note[]
  readonly serverNow: () => number
  readonly roomNowMs: () => number
  /** The sheet for paying is open. */
  readonly isPaying: boolean
  readonly keysUp: boolean
  readonly onSay: (text: string, question: boolean) => string | undefined
  readonly onChoose: (of: number, variantId: string, quantity: number) => void
  readonly onShare: (() => void) | undefined
  readonly onCalendar: () => void
}

/** The room before and during its live: one picture, which starts by itself, and what stands around it. */
export const OnAir = (props: OnAirProps) => {
  const { now, view, notes, serverNow, roomNowMs, isPaying, keysUp, onSay, onChoose, onShare } = props
  const { room, status } = now
  const t = useText('room')
  const shop = useShop()
  const [tab, setTab] = useState<Tab>('chat')
  const times = { beginAtMs: Date.parse(room.beginAt), endAtMs: Date.parse(room.endAt) }
  const player = useLivePlayback(room.playlistUrl, times, serverNow)
  const { you, pending } = view.room
  const { events: all, muted, removed, slow: slowSeconds } = view.room
  const events = useMemo(() => seenEvents({ events: all, muted, removed, you }), [all, muted, removed, you])
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
      onChoose,
      serverNow,
    }),
    [room.firm.name, room.firm.imgUrl, room.disclosure, myName, openCart, onChoose, serverNow],
  )
  const slow = useSlow(view.line === 'connecting')
  const waits = useWaits(mayWriteAt(events, you?.userId, slowSeconds), roomNowMs)
  const onLine = useOnline()
  const isLive = status === 'live'
  const isTube = room.youtubeId !== ''
  const roomS = useCallback(() => roomNowMs() / 1000, [roomNowMs])
  const online = you === undefined ? room.online : view.room.online
  const product = shop.products.find(({ productId }) => productId === shop.shown.at(-1))
  const showGoods = useCallback(() => setTab('goods'), [])

  return (
    <main
      className={clsx(isLive ? [css.room, player.isTall && tall.tall] : css.waiting, wide.wide)}
      data-tube={(isTube && isLive) || undefined}
      data-before={!isLive || undefined}
      data-mini={isPaying || undefined}
      data-keys={(keysUp && !isPaying) || undefined}
    >
      <TopBar room={room} pieces={piecesIn(shop.cart)} onShare={onShare} onOpenCart={isLive ? openCart : undefined} />
      <div className={clsx(css.left, wide.left)}>
        {isTube && isLive ? (
          <YoutubeStage youtubeId={room.youtubeId} posterUrl={room.posterUrl} roomS={roomS} />
        ) : (
          <Stage
            video={player.video}
            posterUrl={room.posterUrl}
            playback={isLive ? player.playback : undefined}
            onStart={player.start}
            onUnmute={player.unmute}
          />
        )}
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
          <LateWaitingCorner room={room} online={online} />
        )}
      </div>
      {isLive ? (
        <div className={clsx(css.right, wide.right)}>
          <Tabs tab={tab} products={shop.listed.length} onChoose={setTab} />
          {(view.line === 'lost' || slow || !onLine || view.full) && (
            <LostLine word={view.full && onLine ? 'state.full' : 'state.reconnecting'} />
          )}
          <Announcement room={view.room} roomNowMs={roomNowMs} />
          {tab === 'goods' && (
            <div className={clsx(css.goods, wide.goods)}>
              <h2 className="sr-only">{t('shop.title')}</h2>
              <ProductRows />
            </div>
          )}
          <div className={clsx(css.talk, wide.talk, tab === 'goods' && wide.behind)}>
            <Chat rows={rows} context={context} />
          </div>
          {keysUp && <QuickReplies product={product} onSay={(text) => onSay(text, false)} />}
          <CallToAction call={callToActionOf(events)} />
          {product ? <Offer product={product} /> : <OfferPlace />}
          <Composer
            onSay={onSay}
            slow={slowSeconds}
            waits={waits}
            products={shop.listed.length}
            pieces={piecesIn(shop.cart)}
            onOpenProducts={shop.openProducts}
            onOpenCart={openCart}
          />
        </div>
      ) : (
        <LateWaiting
          room={room}
          name={view.viewer?.anonymous === false ? view.viewer.name : ''}
          state={view.room}
          serverNow={serverNow}
          roomNowMs={roomNowMs}
          onCalendar={props.onCalendar}
        />
      )}
    </main>
  )
}
