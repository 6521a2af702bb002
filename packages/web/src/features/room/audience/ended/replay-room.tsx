import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action, ActionLink } from '../parts/action.tsx'
import { Head, TopBar } from '../room/head.tsx'
import overlay from '../room/overlays.module.css'
import shell from '../room/room.module.css'
import wide from '../room/room-wide.module.css'
import { piecesIn } from '../shop/cart-store.ts'
import { ProductRows } from '../shop/product-list.tsx'
import { useShop } from '../shop/shop-context.ts'
import { Stage } from '../stage/stage.tsx'
import { useReplayPlayback } from '../stage/use-playback.ts'
import css from './replay-room.module.css'

/** The recording of a live that is over: free to wind, with what was sold. */
export const ReplayRoom = ({
  room,
  isPaying,
  onShare,
}: {
  readonly room: PublicRoom
  readonly isPaying: boolean
  readonly onShare: (() => void) | undefined
}) => {
  const t = useText('room')
  const shop = useShop()
  const player = useReplayPlayback(room.replayUrl)
  const pieces = piecesIn(shop.cart)
  return (
    <main className={clsx(shell.waiting, wide.wide)} data-before data-mini={isPaying || undefined}>
      <TopBar room={room} pieces={pieces} onShare={onShare} onOpenCart={shop.isOpen ? shop.openCart : undefined} />
      <div className={clsx(shell.left, wide.left)}>
        <Stage
          video={player.video}
          posterUrl={room.posterUrl}
          playback={player.playback}
          onStart={player.start}
          onUnmute={player.unmute}
          controls
        />
        <div className={overlay.corner} data-part="corner">
          <span className={overlay.over}>{t('state.replay')}</span>
        </div>
      </div>
      <div className={css.side}>
        <Head room={room} onShare={onShare} />
        {/* A keyboard can scroll it only when it can be focused. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.rest} tabIndex={0}>
          {room.products.length > 0 && (
            <>
              <h2>{t('shop.title')}</h2>
              <ProductRows plain={!shop.isOpen} />
            </>
          )}
        </div>
        {(shop.isOpen ? pieces > 0 : room.signupPath !== '') && (
          <div className={css.foot}>
            {shop.isOpen ? (
              <Action big onClick={shop.openCart}>
                {t('shop.seeCartCount', { count: pieces })}
              </Action>
            ) : (
              <ActionLink big href={room.signupPath}>
                {t('farewell.backToSignUp')}
              </ActionLink>
            )}
          </div>
        )}
      </div>
    </main>
  )
}
