import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import type { FarewellKind } from '../ended/farewell.tsx'
import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { rememberedViewerKey } from '../entry/device-memory.ts'
import { lateApi } from '../entry/lazy-api.ts'
import type { RoomPageData } from '../entry/page-data.ts'
import type { JoinError } from '../entry/join-error.ts'
import { hasReplay, isShopOpen } from '../entry/room-status.ts'
import { useRoom } from '../entry/use-room.ts'
import { useSeenHeight } from '../../../../lib/audience/use-seen-height.ts'
import { useVisit } from '../entry/use-visit.ts'
import { ShopProvider } from '../shop/shop-context.ts'
import { useCart } from '../shop/use-cart.ts'
import { keepDraft } from '../chat/use-draft.ts'
import { LazyReminder } from '../remind/lazy-remind.ts'
import { RemindProvider } from '../remind/remind-context.tsx'
import type { Come } from '../remind/reminders.ts'
import { Flash } from './flash.tsx'
import * as faces from './room-views.tsx'
import { LazyViewFocus } from './lazy-parts.ts'
import { useNotes } from './use-notes.ts'
import { useShare } from './use-share.ts'
import { useShopOfRoom } from './use-shop-of-room.ts'

/** The picture and the talk come first, ms. */
const fetchFirstMs = 1_000
const fetchSoonMs = 4_000
const fetchLaterMs = 15_000

type Panel =
  | { readonly is: 'products' | 'cart' | 'calendar' | 'profile' }
  | { readonly is: 'variants'; readonly productId: string }
  /** The message waits for the name. */
  | { readonly is: 'name'; readonly text: string; readonly question: boolean }

const silent = (): (() => void) => () => {}
const noKey = (): undefined => undefined
const noStock: Readonly<Record<string, number>> = {}

const farewells: Readonly<Partial<Record<JoinError, FarewellKind>>> = {
  notFound: 'notFound',
  cancelled: 'cancelled',
  signUpFirst: 'signUpFirst',
  blocked: 'blocked',
  linkUnknown: 'linkUnknown',
}

/** A room that can be entered: before, during and after its live, or its replay. */
export const OpenRoom = ({
  data,
  path,
  origin,
}: {
  readonly data: RoomPageData & { readonly room: PublicRoom }
  readonly path: string
  readonly origin: string
}) => {
  const t = useText('room')
  const isReplay = data.view === 'replay' && hasReplay(data.room, Date.parse(data.room.now))
  const now = useRoom(data.room)
  const { room, status, serverClock, refresh, look } = now
  const beginAtMs = Date.parse(room.beginAt)
  const clockOf = useRef(() => serverClock.now())
  const serverNow = useCallback(() => clockOf.current(), [])
  const roomNowMs = useCallback(() => Math.round(clockOf.current()) - beginAtMs, [beginAtMs])
  const { notes, add } = useNotes(roomNowMs)

  const { view, visit } = useVisit({
    streamId: room.streamId,
    userId: data.userId,
    serverClock,
    isOpen: !isReplay && (status === 'open' || status === 'live'),
    look,
    anonymousAllowed: () => room.anonymousAllowed,
    onRefused: (refused) => add({ kind: 'refused', ...refused }),
    onEnded: refresh,
  })
  useEffect(() => {
    clockOf.current = () => visit.serverNow()
  }, [visit])

  useEffect(() => {
    if (!isReplay) return undefined
    // Who watches may be known later: the recording plays meanwhile.
    const introduce = () => void visit.introduce().catch(() => {})
    introduce()
    addEventListener('online', introduce)
    return () => removeEventListener('online', introduce)
  }, [visit, isReplay])

  const isEarly = status === 'scheduled'
  useEffect(() => {
    // Whoever joins is known to have come; before, the open link is all there is.
    const { userId } = data
    if (!isEarly || !userId) return
    lateApi()
      .then(({ reportLinkUsed }) => reportLinkUsed(userId))
      .catch(() => {})
  }, [isEarly, data])

  const changed = view.room.events.findLast((event) => event.kind === 'roomChanged')?.seq
  useEffect(() => {
    if (changed !== undefined) refresh()
  }, [changed, refresh])

  const storedKey = useSyncExternalStore(silent, () => rememberedViewerKey(deviceMemory, room.streamId), noKey)
  const viewerKey = view.viewer?.viewerKey ?? data.userId ?? storedKey
  const roomCart = useCart(viewerKey, serverNow)
  const { state: cart, store } = roomCart
  const ordered = view.room.events.findLast((event) => event.kind === 'ordered')?.seq
  useEffect(() => {
    // An order by comment lies in the cart: the server put it there.
    if (ordered !== undefined) store?.load().catch(() => {})
  }, [ordered, store])

  const [panel, setPanel] = useState<Panel>()
  const close = useCallback(() => setPanel(undefined), [])
  const [flash, setFlash] = useState('')
  const noFlash = useCallback(() => setFlash(''), [])
  const onCopied = useCallback(() => setFlash(t('share.copied')), [t])
  const onShare = useShare(room, origin, onCopied)
  const keysUp = useSeenHeight()

  const shop = useShopOfRoom({
    room,
    state: view.room,
    cart: roomCart,
    isOpen: status === 'live' || (status === 'ended' && isShopOpen(room, serverClock.now())),
    place: status === 'live' ? 'room' : 'page',
    serverNow,
    openVariants: (productId) => setPanel({ is: 'variants', productId }),
    openProducts: () => setPanel({ is: 'products' }),
    openCart: () => setPanel({ is: 'cart' }),
    showAdded: (name, quantity) => add({ kind: 'added', name, quantity }),
    trackNotAdded: (message) => add({ kind: 'notAdded', message }),
    brought: view.viewer?.cart,
    flash: setFlash,
  })

  const openProfile = useCallback(() => setPanel({ is: 'profile' }), [])
  const [draftTurn, setDraftTurn] = useState(0)
  /** Put away without an answer: what was written stands in the composer again. */
  const putBack = (text: string) => {
    keepDraft(room.streamId, text)
    setDraftTurn((turn) => turn + 1)
    close()
  }
  const onSay = (text: string, question: boolean): string | undefined => {
    const isAnonymous = view.viewer?.anonymous ?? data.userId === null
    if (isAnonymous && !isNamed(room.streamId)) {
      setPanel({ is: 'name', text, question })
      return undefined
    }
    return visit.say(text, question)
  }

  const onChoose = useCallback(
    (of: number, variantId: string, quantity: number) => visit.choose(of, variantId, quantity),
    [visit],
  )

  const onVote = useCallback((poll: string, option: number) => visit.vote(poll, option), [visit])

  useEffect(() => {
    // What a tap opens should be there when it is tapped, and the end of a live is the same moment for all.
    const first = browserClock.after(fetchFirstMs, faces.fetchLate)
    const soon = browserClock.after(fetchSoonMs, faces.fetchSheets)
    const later = browserClock.after(fetchLaterMs * (1 + Math.random()), faces.fetchRest)
    return () => {
      first()
      soon()
      later()
    }
  }, [])

  const onProfile = data.userId === null ? undefined : openProfile
  const announceStart = (come: Come): string => {
    const product = come.is === 'begun' ? undefined : shop.products.find((each) => each.productId === come.productId)
    const words = t(`remind.come.${come.is}`, { name: product?.productName ?? '', live: room.liveName })
    setFlash(words)
    return words
  }
  const farewell = view.failure && farewells[view.failure]
  const chosen = panel?.is === 'variants' ? shop.products.find((each) => each.productId === panel.productId) : undefined
  const isPaying = panel?.is === 'cart'

  return (
    <ShopProvider value={shop}>
      <RemindProvider streamId={room.streamId} viewerKey={viewerKey}>
        <faces.LazyTracking setup={room.tracking} place={{ page: 'live', streamId: room.streamId }} />
        <LazyViewFocus view={farewell ?? (isReplay ? 'replay' : status)} />
        <LazyReminder
          streamId={room.streamId}
          isLive={status === 'live' && !isReplay}
          products={shop.products}
          shown={view.room.shown}
          announce={announceStart}
          icon={room.posterUrl}
        />
        {farewell !== undefined ? (
          <faces.LazyFarewell kind={farewell} room={room} />
        ) : status === 'cancelled' || status === 'draft' ? (
          <faces.LazyFarewell kind="cancelled" room={room} />
        ) : isReplay ? (
          <faces.LazyReplayRoom
            room={room}
            viewerKey={view.viewer?.viewerKey}
            isPaying={isPaying}
            onShare={onShare}
            onProfile={onProfile}
          />
        ) : status === 'ended' ? (
          <faces.LazyEndPage room={room} viewerKey={viewerKey} onProfile={onProfile} />
        ) : (
          <faces.LazyOnAir
            now={now}
            view={view}
            notes={notes}
            serverNow={serverNow}
            roomNowMs={roomNowMs}
            isPaying={isPaying}
            keysUp={keysUp}
            onSay={onSay}
            onChoose={onChoose}
            onWatching={visit.watching}
            onVote={onVote}
            onHeart={visit.heart}
            onShare={onShare}
            onCalendar={() => setPanel({ is: 'calendar' })}
            onProfile={onProfile}
            draft={{ key: room.streamId, turn: draftTurn }}
          />
        )}
        {panel?.is === 'products' && <faces.LazyProductSheet onClose={close} />}
        {chosen && <faces.LazyVariantSheet product={chosen} streamId={room.streamId} onClose={close} />}
        {panel?.is === 'calendar' && status !== 'live' && status !== 'ended' && (
          <faces.LazyCalendarSheet room={room} url={new URL(path, origin).href} onClose={close} />
        )}
        {panel?.is === 'name' && (
          <faces.LazyNameSheet
            guestName={view.viewer?.name ?? ''}
            remembered={rememberedName()}
            onName={async (name) => {
              await visit.rename(name)
              rememberNamed(room.streamId, name)
              close()
              visit.say(panel.text, panel.question)
            }}
            onSkip={() => {
              rememberNamed(room.streamId, '')
              close()
              visit.say(panel.text, panel.question)
            }}
            onClose={() => putBack(panel.text)}
          />
        )}
        {isPaying && viewerKey !== undefined && store && (
          <faces.LazyCheckout
            room={room}
            viewerKey={viewerKey}
            name={view.viewer?.anonymous === false ? view.viewer.name : ''}
            cart={cart}
            store={store}
            stock={view.socket === 'open' ? view.room.stock : noStock}
            onClose={close}
          />
        )}
        {viewerKey !== undefined && (
          <faces.LazyUnpaid
            shopId={room.streamId}
            of={() => ({ streamId: room.streamId, viewerKey })}
            source="room"
            on="screen"
          />
        )}
        {view.replaced && <faces.LazyReplacedSheet onHere={() => visit.enter()} />}
        {panel?.is === 'profile' && data.userId !== null && (
          <faces.LazyProfile viewerKey={viewerKey ?? data.userId} onClose={close} />
        )}
        <Flash text={flash} onDone={noFlash} />
      </RemindProvider>
    </ShopProvider>
  )
}

const isNamed = (streamId: string): boolean => deviceMemory.read(`named.${streamId}`) === true

const rememberedName = (): string => {
  const name = deviceMemory.read('name')
  return typeof name === 'string' ? name : ''
}

const rememberNamed = (streamId: string, name: string): void => {
  deviceMemory.write(`named.${streamId}`, true)
  if (name !== '') deviceMemory.write('name', name)
}
