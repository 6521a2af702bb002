import { IconClock, IconPlayerPlay } from '@tabler/icons-react'
import { orderAfterEndMs } from '@kaimai/contract/order/order.rules.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { replayPath } from '../entry/room-links.ts'
import { hasReplay } from '../entry/room-status.ts'
import { Action, ActionLink } from '../parts/action.tsx'
import { LanguageSwitch } from '../parts/language-switch.tsx'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import { piecesIn } from '../shop/cart-store.ts'
import { useShop } from '../shop/shop-context.ts'
import css from './end-page.module.css'

/** After the end: what is still in the cart, and where to go from here. */
export const EndPage = ({ room, viewerKey }: { readonly room: PublicRoom; readonly viewerKey: string | undefined }) => {
  const t = useText('room')
  const format = useFormat()
  const { cart: state, isOpen, openCart } = useShop()
  const pieces = isOpen ? piecesIn(state) : 0
  const { cart } = state
  // Who has no key of their own watches as anybody may, where the room lets anybody in.
  const replay =
    hasReplay(room, Date.parse(room.now)) && (viewerKey !== undefined || room.anonymousAllowed)
      ? replayPath(room.streamId, viewerKey)
      : undefined
  return (
    <main className={css.page}>
      <section className={css.stage}>
        {room.posterUrl !== '' && <img src={room.posterUrl} alt="" />}
        <div>
          <h1>{t('ended.title')}</h1>
          <p>{t('ended.thanks')}</p>
        </div>
      </section>
      <div className={css.side}>
        <div className={css.rest}>
          <p className={css.live}>
            {room.liveName}
            <LanguageSwitch />
          </p>
          {pieces > 0 && cart ? (
            <>
              <p className={css.until}>
                <IconClock size={16} stroke={1.75} aria-hidden="true" />
                {t('ended.until', { time: format.near(Date.parse(room.endAt) + orderAfterEndMs) })}
              </p>
              <h2>{t('ended.inCart', { count: pieces })}</h2>
              <ul>
                {cart.lines.map((line) => (
                  <li key={line.variantId}>
                    <ProductPicture src={line.imageUrl} name={line.productName} size={64} />
                    <div>
                      <h3>
                        {line.keyword !== '' && <span className={css.keyword}>{line.keyword}</span>}
                        {[line.productName, line.variantName].filter((word) => word !== '').join(' ')} × {line.quantity}
                      </h3>
                      <Price
                        amount={line.amount}
                        was={line.originalPrice === null ? null : line.originalPrice * line.quantity}
                        currency={cart.currency}
                      />
                    </div>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className={css.lead}>{t(room.signupPath === '' ? 'ended.lead' : 'ended.leadSignUp')}</p>
          )}
        </div>
        <div className={css.foot}>
          {pieces > 0 && cart && (
            <Action big onClick={openCart}>
              {t('ended.pay', { total: format.money({ amount: cart.subtotal, currency: cart.currency }) })}
            </Action>
          )}
          {room.signupPath !== '' && (
            <ActionLink kind={pieces > 0 ? 'plain' : 'main'} big href={room.signupPath}>
              {t('farewell.backToSignUp')}
            </ActionLink>
          )}
          {replay !== undefined && (
            <ActionLink
              kind="plain"
              big
              href={replay}
              icon={<IconPlayerPlay size={20} stroke={1.75} aria-hidden="true" />}
            >
              {t('ended.replay')}
            </ActionLink>
          )}
        </div>
      </div>
    </main>
  )
}
