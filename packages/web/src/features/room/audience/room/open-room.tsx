import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { EndPage } from '../ended/end-page.tsx'
import { Farewell, type FarewellKind } from '../ended/farewell.tsx'
import { ReplayRoom } from '../ended/replay-room.tsx'
import { deviceMemory, rememberedViewerKey } from '../entry/device-memory.ts'
import type { RoomPageData } from '../entry/page-data.ts'
import type { Refusal } from '../entry/refusal.ts'
import { isShopOpen } from '../entry/room-status.ts'
import { useRoom } from '../entry/use-room.ts'
import { useSeenHeight } from '../entry/use-seen-height.ts'
import { useVisit } from '../entry/use-visit.ts'
import { ProductSheet } from '../shop/product-list.tsx'
import { ShopProvider } from '../shop/shop-context.ts'
import { useCart } from '../shop/use-cart.ts'
import { VariantSheet } from '../shop/variant-sheet.tsx'
import { CalendarSheet } from '../waiting/calendar-sheet.tsx'
import { Flash, ReplacedSheet } from './flash.tsx'
import { NameSheet } from './name-sheet.tsx'
import { OnAir } from './on-air.tsx'
import { useNotes } from './use-notes.ts'
import { useShare } from './use-share.ts'
import { useShopOfRoom } from './use-shop-of-room.ts'

const CheckoutSheet = lazy(async () => ({
  default: (await import('../checkout/checkout-sheet.tsx')).CheckoutSheet,
}))

type Panel =
  | { readonly is: 'products' | 'cart' | 'calendar' }
  | { readonly is: 'variants'; readonly productId: string }
  /** The message waits for the name. */
  | { readonly is: 'name'; readonly text: string }

const silent = (): (() => void) => () => {}
const noKey = (): undefined => undefined
const noStock: Readonly<Record<string, number>> = {}

/** The comment itself gets its place from the server a moment after it was written. */
const answerLaterMs = 1_500

const farewells: Readonly<Partial<Record<Refusal, FarewellKind>>> = {
  notFound: 'notFound',
  cancelled: 'cancelled',
  signUpFirst: 'signUpFirst',
  blocked: 'blocked',
  linkUnknown: 'linkUnknown',
  tooMany: 'tooMany',
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
  const isReplay = data.face === 'replay'
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

  const changed = view.room.events.findLast((event) => event.kind === 'roomChanged')?.seq
  useEffect(() => {
    if (changed !== undefined) refresh()
  }, [changed, refresh])

  const keptKey = useSyncExternalStore(silent, () => rememberedViewerKey(deviceMemory, room.streamId), noKey)
  const viewerKey = view.viewer?.viewerKey ?? data.userId ?? keptKey
  const { state: cart, store } = useCart(viewerKey)

  const [panel, setPanel] = useState<Panel>()
  const close = useCallback(() => setPanel(undefined), [])
  const [flash, setFlash] = useState('')
  const noFlash = useCallback(() => setFlash(''), [])
  const onCopied = useCallback(() => setFlash(t('share.copied')), [t])
  const onShare = useShare(room, origin, onCopied)
  const keysUp = useSeenHeight()

  const { shop, order } = useShopOfRoom({
    room,
    state: view.room,
    cart,
    store,
    isOpen:
      viewerKey !== undefined && (status === 'live' || (status === 'ended' && isShopOpen(room, serverClock.now()))),
    place: status === 'live' ? 'room' : 'page',
    serverNow,
    openVariants: (productId) => setPanel({ is: 'variants', productId }),
    openProducts: () => setPanel({ is: 'products' }),
    openCart: () => setPanel({ is: 'cart' }),
    tellAdded: (name, pieces, asAnswer) => add({ kind: 'added', name, pieces }, asAnswer ? answerLaterMs : 0),
    tellNotAdded: (message) => {
      add({ kind: 'notAdded', message })
      setFlash(message)
    },
  })

  const say = (text: string): string | undefined => {
    const why = visit.say(text)
    if (why === undefined) order(text)
    return why
  }
  const onSay = (text: string): string | undefined => {
    const isAnonymous = view.viewer?.anonymous ?? data.userId === null
    if (isAnonymous && !isNamed(room.streamId)) {
      setPanel({ is: 'name', text })
      return undefined
    }
    return say(text)
  }

  const farewell = view.refusal && farewells[view.refusal]
  const chosen = panel?.is === 'variants' ? shop.products.find((each) => each.productId === panel.productId) : undefined
  const isPaying = panel?.is === 'cart'

  return (
    <ShopProvider value={shop}>
      {farewell !== undefined ? (
        <Farewell kind={farewell} room={room} />
      ) : status === 'cancelled' || status === 'draft' ? (
        <Farewell kind="cancelled" room={room} />
      ) : isReplay && room.replayUrl !== '' ? (
        <ReplayRoom room={room} isPaying={isPaying} onShare={onShare} />
      ) : status === 'ended' ? (
        <EndPage room={room} viewerKey={viewerKey} />
      ) : (
        <OnAir
          now={now}
          view={view}
          notes={notes}
          serverNow={serverNow}
          roomNowMs={roomNowMs}
          isPaying={isPaying}
          keysUp={keysUp}
          onSay={onSay}
          onShare={onShare}
          onCalendar={() => setPanel({ is: 'calendar' })}
        />
      )}
      {panel?.is === 'products' && <ProductSheet onClose={close} />}
      {chosen && <VariantSheet product={chosen} onClose={close} />}
      {panel?.is === 'calendar' && <CalendarSheet room={room} url={new URL(path, origin).href} onClose={close} />}
      {panel?.is === 'name' && (
        <NameSheet
          guestName={view.viewer?.name ?? ''}
          remembered={rememberedName()}
          onName={async (name) => {
            await visit.rename(name)
            rememberNamed(room.streamId, name)
            close()
            say(panel.text)
          }}
          onSkip={() => {
            rememberNamed(room.streamId, '')
            close()
            say(panel.text)
          }}
          onClose={close}
        />
      )}
      {isPaying && viewerKey !== undefined && store && (
        <Suspense fallback={null}>
          <CheckoutSheet
            room={room}
            viewerKey={viewerKey}
            name={view.viewer?.anonymous === false ? view.viewer.name : ''}
            cart={cart}
            store={store}
            stock={view.line === 'open' ? view.room.stock : noStock}
            onClose={close}
          />
        </Suspense>
      )}
      {view.replaced && <ReplacedSheet onHere={() => visit.enter()} />}
      <Flash text={flash} onDone={noFlash} />
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
