import { IconShoppingBag, IconShoppingCart } from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { clsx } from 'clsx'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Playback, PlaybackSnapshot, Winding } from '../../../../lib/playback/playback-state.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { Chat } from '../chat/chat.tsx'
import type { ChatLineContext } from '../chat/chat-line.tsx'
import { chatRowsOf, lastWordsOf } from '../chat/chat-rows.ts'
import { IconTap } from '../../../../ui/audience/icon-tap.tsx'
import { ActionLink } from '../parts/action.tsx'
import { Head, TopBar } from '../room/head.tsx'
import {
  LazyAnnouncement,
  LazyCallToAction,
  LazyHearts,
  LazyReplayedGiveaway,
  LazyReplayedPoll,
  LazyReplayHistory,
  LazyRoomMenu,
  LazyTicketToast,
  LazyYoutubeFrame,
} from '../room/lazy-parts.ts'
import { LostLine } from '../room/overlays.tsx'
import overlay from '../room/overlays.module.css'
import shell from '../room/room.module.css'
import wide from '../room/room-wide.module.css'
import { type Tab, Tabs } from '../room/tabs.tsx'
import { toastsOf } from '../room/use-toasts.ts'
import { totalQuantityIn } from '../shop/cart-state.ts'
import { Offer, OfferPlace } from '../shop/offer.tsx'
import { type Shop, ShopProvider, useShop } from '../shop/shop-context.ts'
import { Stage } from '../stage/stage.tsx'
import { useNowPlaying } from '../stage/use-now-playing.ts'
import { useReplayPlayback } from '../stage/use-playback.ts'
import { LazyProductRows } from '../shop/lazy-product-rows.ts'
import css from './replay-room.module.css'
import { replayedSince, heardUntilMs } from './replay-view.ts'
import { useReplayChunks, useReplayedHearts, useReplayKeys, useSeekControls, useTimeLog } from './use-replay.ts'
import { type Chapter, Chapters, SeekBar } from './seek-bar.tsx'

/** A purchase is shown for so long, ms of the recording. */
const toastMs = 4_000
const nothing = (): void => {}
const silent = (): (() => void) => () => {}
const none = (): undefined => undefined

const useSnapshot = (player: Playback | undefined): PlaybackSnapshot | undefined =>
  useSyncExternalStore(player?.subscribe ?? silent, player?.snapshot ?? none, none)

export interface ReplayRoomProps {
  readonly room: PublicRoom
  /** Whose watching counts; undefined until it is known. */
  readonly viewerKey: string | undefined
  readonly isPaying: boolean
  readonly onShare: (() => void) | undefined
  readonly onProfile: (() => void) | undefined
}

/** The recording of a live that is over: free to wind, with what was said, shown and sold as it was at that moment. */
export const ReplayRoom = ({ room, viewerKey, isPaying, onShare, onProfile }: ReplayRoomProps) => {
  const t = useText('room')
  const given = useShop()
  const [tab, setTab] = useState<Tab>('chat')
  const isTube = room.youtubeId !== ''
  const [isMenu, setMenu] = useState(false)
  const video = useReplayPlayback(isTube ? '' : room.replayUrl, room.tall)
  const [tube, setTube] = useState<Winding>()
  const tubeState = useSnapshot(tube)
  const player = isTube ? tube : video.player
  const playback = isTube ? tubeState : video.playback
  const plannedMs = Date.parse(room.endAt) - Date.parse(room.beginAt)
  const seekControls = useSeekControls(player, playback, plannedMs)
  const { nowMs, seek } = seekControls
  const heardMs = heardUntilMs(nowMs, plannedMs, playback?.state === 'ended')
  const { now, isThere, chapters: announced, polls, giveaways, chunks, fetch } = useReplayChunks(room.streamId, heardMs)
  const hearts = useReplayedHearts(chunks, nowMs)
  const playheadMs = useCallback(() => player?.nowMs() ?? 0, [player])
  const isWatched = playback?.state === 'playing' || playback?.state === 'stalled'
  useTimeLog({ streamId: room.streamId, viewerKey, isPlaying: isWatched }, playheadMs)
  useReplayKeys(seekControls)
  useNowPlaying(room, isWatched)

  const { products } = given
  const shop = useMemo<Shop>(
    () => ({
      ...given,
      shown: now.shown,
      listed: given.products.filter(({ productId }) => !now.unlisted.includes(productId)),
    }),
    [given, now.shown, now.unlisted],
  )
  const chapters = useMemo<readonly Chapter[]>(
    () =>
      announced.flatMap(({ ms, productId }) => {
        const product = products.find((each) => each.productId === productId)
        return product ? [{ ms, name: product.productName }] : []
      }),
    [announced, products],
  )
  /** Who reads back sees all from then on. */
  const [sinceMs, setSinceMs] = useState<number>()
  const readBack = useMemo(
    () => (sinceMs === undefined ? undefined : replayedSince(chunks, sinceMs, heardMs)),
    [chunks, sinceMs, heardMs],
  )
  const listed = readBack ?? now.events
  const rows = useMemo(() => chatRowsOf(listed, [], [], undefined), [listed])
  const words = useMemo(
    () => lastWordsOf(now.events) ?? { name: room.firm.name, text: room.liveName },
    [now.events, room.firm.name, room.liveName],
  )
  const toast = toastsOf(now.events, products, heardMs - toastMs).at(-1)
  const context = useMemo<ChatLineContext>(
    () => ({
      firmName: room.firm.name,
      firmImgUrl: room.firm.imgUrl,
      disclosure: room.disclosure,
      myName: '',
      onOpenCart: given.openCart,
      onChoose: nothing,
      serverNow: playheadMs,
    }),
    [room.firm.name, room.firm.imgUrl, room.disclosure, given.openCart, playheadMs],
  )
  const standing = useMemo(
    () => ({ announcement: now.announcement ?? undefined, pinned: now.pinned ?? undefined }),
    [now.announcement, now.pinned],
  )
  const product = shop.products.find(({ productId }) => productId === now.shown.at(-1))
  const totalQuantity = totalQuantityIn(given.cart)
  const canBuy = given.isOpen
  const toggleSound = () => {
    if (playback?.muted === false) player?.mute()
    else void player?.unmute()
  }
  const box = video.video
  const whole = () => void box.current?.closest('section')?.requestFullscreen?.()

  return (
    <ShopProvider value={shop}>
      <main
        className={clsx(shell.room, wide.wide, css.replay, video.isTall && css.tall)}
        data-mini={isPaying || undefined}
      >
        <TopBar
          room={room}
          totalQuantity={totalQuantity}
          onShare={onShare}
          onProfile={onProfile}
          onOpenCart={canBuy ? given.openCart : undefined}
        />
        <div className={clsx(shell.left, wide.left, css.left)}>
          <Stage
            video={box}
            posterUrl={room.posterUrl}
            playback={isTube ? undefined : playback}
            onStart={video.start}
            onUnmute={video.unmute}
            winds
          >
            {isTube && <LazyYoutubeFrame key={room.youtubeId} youtubeId={room.youtubeId} onPlayer={setTube} />}
          </Stage>
          {!isTube && (
            <div className={overlay.corner} data-part="corner">
              <span className={overlay.over}>{t('state.replay')}</span>
            </div>
          )}
          <LazyTicketToast toast={toast} marked={room.disclosure} />
          <SeekBar
            seekControls={seekControls}
            chapters={chapters}
            muted={isTube ? undefined : (playback?.muted ?? true)}
            onSound={toggleSound}
            onWhole={isTube ? undefined : whole}
            inWindow={isTube ? undefined : video.inWindow}
          />
          <Head room={room} onShare={onShare} onMenu={() => setMenu(true)} />
          <Chapters chapters={chapters} nowMs={nowMs} onSeek={seek} />
          <p className={clsx(shell.words, wide.words)}>
            <b>{words.name}</b>
            {words.text}
          </p>
        </div>
        <div className={clsx(shell.right, wide.right)}>
          <Tabs tab={tab} products={shop.listed.length} onChoose={setTab} />
          {!isThere && seekControls.isPlaying && <LostLine word="replay.loading" />}
          {(standing.announcement ?? standing.pinned) && <LazyAnnouncement room={standing} roomNowMs={playheadMs} />}
          {polls.length > 0 && <LazyReplayedPoll polls={polls} nowMs={nowMs} />}
          {giveaways.length > 0 && (
            <LazyReplayedGiveaway giveaways={giveaways} streamId={room.streamId} nowMs={nowMs} />
          )}
          {tab === 'products' && (
            <div className={clsx(shell.products, wide.products)}>
              <h2 className="sr-only">{t('shop.title')}</h2>
              <LazyProductRows plain={!canBuy} />
            </div>
          )}
          <div className={clsx(shell.talk, wide.talk, tab === 'products' && wide.behind)}>
            <Chat
              rows={rows}
              context={context}
              older={<LazyReplayHistory firstMs={now.events[0]?.ms ?? nowMs} fetchFrom={fetch} onSince={setSinceMs} />}
            />
          </div>
          {now.callToAction && <LazyCallToAction call={now.callToAction} />}
          {canBuy ? product ? <Offer product={product} /> : <OfferPlace /> : null}
          <div className={css.bar} data-part="say">
            <IconTap
              label={t('composer.products', { count: shop.listed.length })}
              icon={<IconShoppingBag {...icon20} />}
              filled="soft"
              onClick={given.openProducts}
            />
            <p>{t('replay.noTalk')}</p>
            {canBuy ? (
              <IconTap
                label={t('composer.cart', { count: totalQuantity })}
                icon={<IconShoppingCart {...icon20} />}
                filled="soft"
                count={totalQuantity}
                onClick={given.openCart}
              />
            ) : (
              room.signupPath !== '' && (
                <ActionLink kind="quiet" href={room.signupPath}>
                  {t('replay.next')}
                </ActionLink>
              )
            )}
            {hearts.all > 0 && (
              <span className={css.hearts}>
                <LazyHearts hearts={hearts} taps={0} />
              </span>
            )}
          </div>
        </div>
        {isMenu && (
          <LazyRoomMenu
            room={room}
            inWindow={video.inWindow}
            onShare={onShare}
            onProfile={onProfile}
            onClose={() => setMenu(false)}
          />
        )}
      </main>
    </ShopProvider>
  )
}
