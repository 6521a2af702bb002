import { IconCheck, IconShoppingBag } from '@tabler/icons-react'
import type { OrderTotals } from '@kaimai/contract/order/order.rules.ts'
import type { Cart, DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import { returnExceptionNotices } from '@kaimai/contract/product/return-exception.ts'
import { clsx } from 'clsx'
import { Picture } from '../../../../lib/audience/picture.tsx'
import { useFormat, useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Price } from '../../../../ui/audience/price.tsx'
import { Stepper } from '../../../../ui/audience/stepper.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import type { CheckoutCart } from './checkout-shop.ts'
import parts from '../order-parts.module.css'
import css from './cart-lines.module.css'
import { lineName } from './changes.ts'

type Line = Cart['lines'][number]

/** From this quantity down, what is left is shown in amber. */
const lastFew = 5

const picturePx = 72

/** The picture of an item, or its first letter. The name stands beside it, so it says nothing itself. */
const LinePicture = ({ src, name }: { readonly src: string; readonly name: string }) =>
  src === '' ? (
    <span className={css.letter} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  ) : (
    <Picture src={src} alt="" sizes={`${picturePx}px`} width={picturePx} height={picturePx} className={css.picture} />
  )

/** What an order by comment holds, and until when; or that it does no longer. */
const HoldNote = ({ line, ended }: { line: Line; ended: boolean }) => {
  const t = useText('checkout')
  const format = useFormat()
  if (line.held > 0 && line.heldUntil !== null) {
    return <p className={css.held}>{t('checkout.held', { count: line.held, time: format.time(line.heldUntil) })}</p>
  }
  return ended ? <p className={css.few}>{t('checkout.holdEnded')}</p> : null
}

const LineNote = ({
  line,
  quantity,
  showLeft,
  onQuantity,
}: {
  line: Line
  quantity: number
  /** Whether viewers see how many are left; what is missing is shown all the same. */
  showLeft: boolean
  onQuantity: ((to: number) => void) | undefined
}) => {
  const t = useText('checkout')
  if (line.left >= quantity) {
    return showLeft && line.held < quantity && line.left <= lastFew ? (
      <p className={css.few}>{t('cart.only', { count: line.left })}</p>
    ) : null
  }
  return (
    <p className={css.short}>
      {line.left === 0 ? t('cart.soldOut') : t('cart.only', { count: line.left })}
      {onQuantity && (
        <button type="button" onClick={() => onQuantity(line.left)}>
          {line.left === 0 ? t('checkout.takeOut') : t('checkout.takeOnly', { count: line.left })}
        </button>
      )}
    </p>
  )
}

/** The cart's items, each with its stepper; an item with too little stock says so and how to fix it. */
export const CartLines = ({
  cart,
  onQuantity,
}: {
  readonly cart: CheckoutCart
  /** undefined: what is bought can't be changed here. */
  readonly onQuantity: ((variantId: string, quantity: number) => void) | undefined
}) => {
  const t = useText('checkout')
  const format = useFormat()
  const language = useLanguage()
  const held = cart.cart
  if (!held) return null
  const money = (amount: number) => format.money({ amount, currency: held.currency })
  return (
    <ul>
      {held.lines.map((line) => {
        const { variantId } = line
        const quantity = cart.wanted[variantId] ?? line.quantity
        return (
          <li key={variantId} className={clsx('row', css.item, line.left < quantity && css.lacking)}>
            <LinePicture src={line.imageUrl} name={line.productName} />
            <div className="words">
              <h3 className={parts.name}>
                {line.keyword !== '' && <span className={css.keyword}>{line.keyword}</span>}
                {lineName(line)}
              </h3>
              <Price
                price={money(line.price)}
                was={
                  line.originalPrice !== null && line.originalPrice > line.price ? money(line.originalPrice) : undefined
                }
                wasLabel={t('cart.priceBefore')}
              />
              {line.returnException !== null && (
                <p className="tiny">{returnExceptionNotices[line.returnException][language]}</p>
              )}
              {line.pieces && quantity === line.quantity && (
                <p className={css.held}>
                  {line.pieces.map((pieces) => `${money(pieces.price)} × ${pieces.quantity}`).join(' + ')}
                </p>
              )}
              <HoldNote line={line} ended={cart.endedHolds?.includes(variantId) ?? false} />
              <LineNote
                line={line}
                quantity={quantity}
                showLeft={cart.isLeftShown(line.productId)}
                onQuantity={onQuantity && ((to) => onQuantity(variantId, to))}
              />
            </div>
            {onQuantity && (
              <Stepper
                labels={{
                  group: t('cart.quantityOf', { name: lineName(line) }),
                  fewer: t('cart.fewer', { name: lineName(line) }),
                  more: t('cart.more', { name: lineName(line) }),
                }}
                value={quantity}
                max={Math.max(line.left, quantity)}
                busy={variantId in cart.wanted}
                onChange={(next) => onQuantity(variantId, next)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether the delivery is free, or what is missing for it where one can buy more. */
export const FreeDelivery = ({
  delivery,
  subtotal,
  cart,
  mayBuyMore,
}: {
  readonly delivery: DeliveryMethod | undefined
  readonly subtotal: number
  readonly cart: Cart
  readonly mayBuyMore: boolean
}) => {
  const t = useText('checkout')
  const format = useFormat()
  if (!delivery || delivery.fee === 0 || delivery.freeFrom === null) return null
  const { currency } = cart
  const missing = delivery.freeFrom - subtotal
  return missing <= 0 ? (
    <p className={clsx('soft-green', css.ship)}>
      <IconCheck {...icon20} />
      {t('checkout.isFree', { saved: format.money({ amount: delivery.fee, currency }) })}
    </p>
  ) : !mayBuyMore ? null : (
    <p className={clsx(css.ship, css.missing)}>
      <IconShoppingBag {...icon20} />
      {t('checkout.untilFree', { missing: format.money({ amount: missing, currency }) })}
    </p>
  )
}

/** The parts of the total; the server computes it again. */
export const Sums = ({
  totals,
  cart,
  delivery,
  isDelivered,
}: {
  readonly totals: OrderTotals
  readonly cart: Cart
  readonly delivery: DeliveryMethod | undefined
  readonly isDelivered: boolean
}) => {
  const t = useText('checkout')
  const format = useFormat()
  const money = (amount: number) => format.money({ amount, currency: cart.currency })
  const saved = cart.lines.reduce(
    (sum, line) => sum + Math.max(0, (line.originalPrice ?? line.price) * line.quantity - line.amount),
    0,
  )
  const fee =
    delivery && delivery.freeFrom !== null && delivery.fee > 0
      ? t('checkout.feeFreeFrom', { from: money(delivery.freeFrom) })
      : t('checkout.fee')
  return (
    <dl className={css.sums}>
      <div className={parts.line}>
        <dt>{t('checkout.subtotal')}</dt>
        <dd>{money(totals.subtotal)}</dd>
      </div>
      {isDelivered && (
        <div className={parts.line}>
          <dt>{fee}</dt>
          <dd>{delivery === undefined ? t('checkout.feeLater') : money(totals.deliveryFee)}</dd>
        </div>
      )}
      {totals.paymentFee > 0 && (
        <div className={parts.line}>
          <dt>{t('checkout.paymentFee')}</dt>
          <dd>{money(totals.paymentFee)}</dd>
        </div>
      )}
      {totals.rounding !== 0 && (
        <div className={parts.line}>
          <dt>{t('checkout.rounding')}</dt>
          <dd>{money(totals.rounding)}</dd>
        </div>
      )}
      {saved > 0 && (
        <div className={clsx(parts.line, css.saved)}>
          <dt>{t('checkout.saved')}</dt>
          <dd>{money(saved)}</dd>
        </div>
      )}
      <div className={clsx(parts.line, css.total)}>
        <dt>{t(isDelivered && delivery === undefined ? 'checkout.sumWithoutFee' : 'checkout.sum')}</dt>
        <dd>{money(totals.total)}</dd>
      </div>
    </dl>
  )
}

export const EmptyCart = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText('checkout')
  return (
    <div className={css.empty}>
      <IconShoppingBag size={40} stroke={1.25} aria-hidden="true" />
      <p>{t('checkout.empty')}</p>
      <Action kind="quiet" onClick={onClose}>
        {t('cart.back')}
      </Action>
    </div>
  )
}
