import { IconShoppingCart } from '@tabler/icons-react'
import { createElement, useEffect, useMemo } from 'react'
import { useIsOnline } from '../../../../lib/audience/use-viewer.ts'
import { useSeenHeight } from '../../../../lib/audience/use-seen-height.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { icon24 } from '../../../../ui/icon-props.ts'
import bar from '../buy-bar.module.css'
import { ChangesNote } from './changes-note.tsx'
import css from './page-bar.module.css'
import { usePageCheckout } from './use-page-checkout.ts'
import type { Buying } from './use-buying.ts'
import { type CheckoutCart, type CheckoutShop, placeOrder, methodsOf } from '../../../order/checkout.api.ts'
import { shopperKey } from './cart-keep.ts'

/** A page as the checkout names it. */
export const pageShopId = (customUrl: string): string => `page.${customUrl}`

/** A page as the checkout sees it: the lines go along with the order, for no server holds its cart. */
const shopOfPage = (customUrl: string): CheckoutShop => ({
  id: pageShopId(customUrl),
  methods: () => methodsOf({ customUrl }),
  place: (filled, key, lines) => placeOrder({ customUrl, shopperKey: shopperKey(), lines: [...lines], ...filled }, key),
  needsDelivery: true,
})

const nothingWanted = {}

const cartOfPage = (buy: Buying): CheckoutCart => ({
  cart: buy.cart,
  wanted: nothingWanted,
  set: async (variantId, quantity) => buy.set(variantId, quantity),
  ordered: buy.ordered,
  reload: buy.reload,
  // How many one person may have is no stock.
  isLeftShown: (id) => buy.products.find(({ productId }) => productId === id)?.perPersonLimit === null,
})

/** Brings the first thing that can be bought into sight, and its control into hand. */
const goToProducts = (): void => {
  const control = document.querySelector<HTMLElement>('[data-buy] input:checked, [data-buy] button')
  control?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  control?.focus({ preventScroll: true })
}

const LiveLine = ({ href }: { href: string }) => {
  const t = useText('sales-page')
  return (
    <p className={bar.note} data-live="true">
      <a className={css.live} href={href}>
        {t('buy.live')}
      </a>
    </p>
  )
}

/** The one filled button, always in sight: to the products, to buy the only one, or to pay what is in the cart. */
export const PageBar = ({ buy }: { readonly buy: Buying }) => {
  const t = useText('sales-page')
  const format = useFormat()
  const isOnline = useIsOnline()
  const checkout = usePageCheckout()
  useSeenHeight()
  const { sale, products, cart, isPreview } = buy
  const shop = useMemo(() => shopOfPage(sale.customUrl), [sale.customUrl])
  const { Sheet, isOpening, isFailed } = checkout
  const { totalQuantity } = cart
  const total = format.money({ amount: cart.subtotal, currency: cart.currency })

  const [product, ...otherProducts] = products
  const [variant, ...otherVariants] = product?.variants ?? []
  const only =
    product && variant && otherProducts.length + otherVariants.length === 0 ? { product, variant } : undefined

  const { reload } = buy
  const isOpen = Sheet !== undefined
  useEffect(() => {
    // What stands in the checkout should be what it costs now; offline it stands as it was.
    if (isOpen) reload().catch(() => {})
  }, [isOpen, reload])

  const press = () => {
    if (isPreview) return
    if (totalQuantity > 0) return checkout.open()
    if (!only) return goToProducts()
    buy.set(only.variant.variantId, 1)
    checkout.open()
  }
  const label =
    totalQuantity > 0
      ? t('buy.checkout', { total })
      : only
        ? t('buy.now', { price: format.money({ amount: only.product.price, currency: only.product.currency }) })
        : t('buy.products')
  return (
    <div className={bar.bar} data-bottom-bar>
      <div className={bar.inside}>
        {buy.changes.length > 0 && !Sheet ? (
          <ChangesNote changes={buy.changes} currency={cart.currency} onDone={buy.putAwayChanges} />
        ) : !isOnline ? (
          <p className={bar.note} role="status">
            {t('buy.offline')}
          </p>
        ) : isFailed ? (
          <p className={bar.note} role="alert">
            {t('buy.failed')}
          </p>
        ) : sale.action?.kind === 'room' ? (
          <LiveLine href={sale.action.href} />
        ) : null}
        <Action
          big
          busy={isOpening}
          className={bar.button}
          icon={
            totalQuantity > 0 ? (
              <span className={css.cart}>
                <IconShoppingCart {...icon24} />
                <span className={css.badge} aria-hidden="true">
                  {totalQuantity > 99 ? '99+' : totalQuantity}
                </span>
              </span>
            ) : undefined
          }
          onClick={press}
        >
          {label}
          {totalQuantity > 0 && <span className="sr-only">{t('buy.items', { count: totalQuantity })}</span>}
        </Action>
        <p className="sr-only" role="status">
          {totalQuantity > 0 ? t('buy.inCart', { count: totalQuantity, total }) : ''}
        </p>
      </div>
      {Sheet && createElement(Sheet, { shop, cart: cartOfPage(buy), name: '', onClose: checkout.close })}
    </div>
  )
}
