import { IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { Action } from '../parts/action.tsx'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import { LazyOfferEnd } from '../room/lazy-parts.ts'
import { LazyRemindButton } from '../remind/lazy-remind.ts'
import { Stepper } from '../parts/stepper.tsx'
import css from './offer.module.css'
import { type OfferState, offerStateOf, type ShelfProduct } from './offer-state.ts'
import { useShop } from './shop-context.ts'

/** What is left and what to know of it, one line. */
const Left = ({ product, state }: { product: ShelfProduct; state: OfferState }) => {
  const t = useText('room')
  const isOffer = product.priceKind !== 'normal'
  if (state.kind === 'soldOut') return <p className={css.left}>{t('shop.soldOut')}</p>
  if (state.kind === 'inCart') {
    return (
      <p className={css.left}>
        {state.isShort ? (
          <b className="low">{product.showLeft ? t('shop.only', { count: state.left }) : t('shop.notEnough')}</b>
        ) : (
          <span>{t('shop.inCart')}</span>
        )}
        {isOffer && <LazyOfferEnd product={product} />}
        {state.quantity >= state.max && product.perPersonLimit !== null && state.quantity >= product.perPersonLimit && (
          <span>{t('shop.limit', { count: product.perPersonLimit })}</span>
        )}
      </p>
    )
  }
  return (
    <p className={css.left}>
      {product.showLeft &&
        (state.isLastFew ? (
          <b className="low">{t('shop.only', { count: state.left })}</b>
        ) : (
          <span>{t('shop.left', { count: state.left })}</span>
        ))}
      {isOffer && <LazyOfferEnd product={product} />}
      {state.kind === 'choose' && state.quantity > 0 ? (
        <span>{t('shop.chosen', { count: state.quantity })}</span>
      ) : (
        product.perPersonLimit !== null && <span>{t('shop.limit', { count: product.perPersonLimit })}</span>
      )}
    </p>
  )
}

/** What a viewer writes to order a product, before its name. */
export const Keyword = ({ word }: { readonly word: string }) =>
  word === '' ? null : <span className={css.keyword}>{word}</span>

/** The one button of a product: add, choose first, or how many. */
export const OfferButton = ({
  product,
  state,
  kind = 'main',
  short,
}: {
  readonly product: ShelfProduct
  readonly state: OfferState
  readonly kind?: 'main' | 'quiet'
  /** The short word, where the long one finds no room. */
  readonly short?: boolean
}) => {
  const t = useText('room')
  const shop = useShop()
  switch (state.kind) {
    case 'soldOut':
      return kind === 'main' && !short ? (
        <LazyRemindButton reminder={`stock:${product.productId}`} name={product.productName} />
      ) : (
        <span className={css.goneChip}>{t('shop.soldOut')}</span>
      )
    case 'choose':
      return (
        <Action kind={kind} onClick={() => shop.openVariants(product.productId)}>
          {t('shop.choose')}
        </Action>
      )
    case 'inCart':
      return (
        <Stepper
          name={product.productName}
          value={state.quantity}
          max={state.max}
          busy={shop.isBusy(state.variantId)}
          onChange={(quantity) => shop.setQuantity(product, state.variantId, quantity)}
        />
      )
    case 'add':
      return (
        <Action
          kind={kind}
          disabled={!shop.isOpen}
          aria-label={t('shop.addNamed', { name: product.productName })}
          onClick={() => shop.setQuantity(product, state.variantId, 1)}
        >
          {short ? (
            t('shop.addShort')
          ) : (
            <>
              <span className={css.long}>{t('shop.add')}</span>
              <span className={css.short}>{t('shop.addShort')}</span>
            </>
          )}
        </Action>
      )
  }
}

/** The product the host shows now. The card keeps its size whatever its state. */
export const Offer = ({ product }: { readonly product: ShelfProduct }) => {
  const t = useText('room')
  const shop = useShop()
  const state = offerStateOf(product, shop.cart)
  return (
    <article
      className={clsx(css.offer, state.kind === 'soldOut' && css.gone)}
      data-part="offer"
      aria-label={t('shop.shownNow')}
    >
      <ProductPicture src={product.imageUrl} name={product.productName} size={76} />
      <div className={css.words}>
        <h2 className={css.name}>
          <Keyword word={product.keyword} />
          <span className="clip">{product.productName}</span>
        </h2>
        <Price amount={product.price} was={product.originalPrice} currency={product.currency} size="l" />
        <Left product={product} state={state} />
      </div>
      <OfferButton product={product} state={state} />
    </article>
  )
}

/** Stands where the card stands while the host shows nothing, as high as the card. */
export const OfferPlace = () => {
  const t = useText('room')
  const { listed: products, openProducts } = useShop()
  const [first] = products
  if (first === undefined) return null
  return (
    <button type="button" className={clsx(css.offer, css.place)} data-part="offer" onClick={openProducts}>
      <span className={css.pile} aria-hidden="true">
        {products.slice(0, 3).map((product) => (
          <ProductPicture key={product.productId} src={product.imageUrl} name={product.productName} size={56} />
        ))}
      </span>
      <span className={css.words}>
        <b className={css.name}>{t('shop.all', { count: products.length })}</b>
        <span className={css.left}>{t('shop.shownHere')}</span>
      </span>
      <IconChevronRight className="icon-muted" {...icon20} />
    </button>
  )
}
