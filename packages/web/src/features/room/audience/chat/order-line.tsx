import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconHandFinger } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { icon20 } from '../../../../ui/icon-props.ts'
import { useWaits } from '../room/use-waits.ts'
import { commentHoldMs } from '@kaimai/contract/order/order.rules.ts'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { Action } from '../parts/action.tsx'
import type { ShelfProduct } from '../shop/offer-state.ts'
import { useShop } from '../shop/shop-context.ts'
import { isTakenBack, type Ordered } from './chat-rows.ts'
import css from './chat.module.css'
import order from './order-line.module.css'
import { useSpoken } from './speak.ts'

const texts: LazyTexts = {
  namespace: 'room',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

/** By then the cart has shown what came of an answer. */
const cartWithinMs = 4_000
/** A choice that is not answered by then may be made again. */
const answerWithinMs = 8_000

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const nameOf = (products: readonly ShelfProduct[], productId: string, variantId: string): string => {
  const product = products.find((each) => each.productId === productId)
  if (!product) return ''
  const variant = product.variants.find((each) => each.variantId === variantId)?.name ?? ''
  return [product.keyword || product.productName, variant].filter((word) => word !== '').join(' ')
}

/** Two taps at most: which one it is. */
const Choices = ({
  event,
  onChoose,
}: {
  readonly event: Ordered
  readonly onChoose: (of: number, variantId: string, quantity: number) => void
}) => {
  const t = useText('room')
  const { products } = useShop()
  const [chosen, setChosen] = useState<string>()
  useEffect(
    () => (chosen === undefined ? undefined : browserClock.after(answerWithinMs, () => setChosen(undefined))),
    [chosen],
  )
  const { question } = event
  const product = products.find(({ productId }) => productId === question?.productId)
  if (!question || !product) return null
  const { quantity } = question
  return (
    <span className={order.chips} role="group" aria-label={t('order.which', { name: product.productName })}>
      {question.choices.flatMap((variantId) => {
        const variant = product.variants.find((each) => each.variantId === variantId)
        if (!variant) return []
        return (
          <button
            key={variantId}
            type="button"
            className={clsx(chosen === variantId && order.chosen)}
            disabled={chosen !== undefined || variant.left === 0}
            onClick={() => {
              setChosen(variantId)
              onChoose(event.of, variantId, quantity)
            }}
          >
            {variant.name || product.productName}
            {variant.left === 0 ? <small>{t('shop.soldOut')}</small> : quantity > 1 && <small>× {quantity}</small>}
          </button>
        )
      })}
    </span>
  )
}

/** The private answer to an order by comment: what is held and until when, or why not and what to do. */
const OrderLine = ({
  event,
  newest,
  serverNow,
  onChoose,
}: {
  readonly event: Ordered
  readonly newest: boolean
  readonly serverNow: () => number
  readonly onChoose: (of: number, variantId: string, quantity: number) => void
}) => {
  const t = useText('room')
  const format = useFormat()
  const shop = useShop()
  const { products } = shop
  const { outcome, lines, heldUntilMs, left, said } = event
  const seconds = useWaits(newest ? (heldUntilMs ?? 0) : 0, serverNow)
  const held = lines.reduce((sum, { holds }) => sum + holds, 0)
  const { cart } = shop.cart
  const inCart = cart?.lines.filter(({ variantId }) => lines.some((line) => line.variantId === variantId))
  const nowMs = serverNow()
  // The cart is asked anew with each answer: until it has spoken, the answer itself counts.
  const isFresh = heldUntilMs !== null && heldUntilMs - nowMs > commentHoldMs - cartWithinMs
  const isHeld = newest && held > 0 && heldUntilMs !== null
  // Bought or given back meanwhile: nothing is held, and nothing has run out.
  const isOver = isHeld && heldUntilMs <= nowMs && inCart?.length !== 0
  const stands = isHeld && heldUntilMs > nowMs && (isFresh || (inCart?.some(({ held }) => held > 0) ?? true))
  // What could not be held is named; the others were.
  const first = lines.find(({ short }) => short) ?? lines[0]
  const productId = event.question?.productId ?? first?.productId
  const product = products.find((each) => each.productId === productId)
  const name =
    first === undefined
      ? ((product?.keyword || product?.productName) ?? '')
      : nameOf(products, first.productId, first.variantId)
  const what = lines
    .filter(({ holds }) => holds > 0)
    .map((line) => `${nameOf(products, line.productId, line.variantId)} × ${line.holds}`.trim())
    .join(t('page.and'))

  const takenBack = isTakenBack(event)
  // Nobody asked for it: its time was over, or the staff put it back on sale.
  const ended = outcome === 'lowered' && lines.every(({ asked }) => asked === 0)
  const confirmed = lines
    .filter(({ asked }) => asked > 0)
    .map((line) => `${nameOf(products, line.productId, line.variantId)} × ${line.asked}`.trim())
    .join(t('page.and'))

  const words = (): string => {
    if (takenBack) return t('order.takenBack', { what: confirmed })
    switch (outcome) {
      case 'held':
        return isOver ? t('order.over') : t('order.held', { what })
      case 'lowered':
        return isOver
          ? t('order.over')
          : held > 0
            ? t('order.lowered', { what })
            : t(ended ? 'order.ended' : 'order.cancelled')
      case 'unclear':
        return t(event.question?.choices.length === 1 ? 'order.onlyOne' : 'order.unclear', {
          name: product?.productName ?? '',
        })
      case 'soldOut':
        return left > 0 ? t('order.short', { name, count: left }) : t('order.soldOut', { name })
      case 'overLimit':
        return left > 0
          ? t('order.limitLeft', { name, limit: product?.perPersonLimit ?? '', count: left })
          : t('order.limit', { name, limit: product?.perPersonLimit ?? '' })
      case 'unpaidLimit':
        return left > 0 ? t('order.unpaidLeft', { name, count: left }) : t('order.unpaid', { name })
      case 'noSuchKeyword':
        return t('order.noSuchKeyword', { said })
      case 'tooMany':
        return t('order.tooMany')
      case 'notYet':
        return t('order.notYet')
      case 'nothing':
      case 'dismissed':
        return t('order.nothing')
    }
  }
  const announced = words()
  // The answer to what took it back is spoken.
  useSpoken(takenBack ? '' : announced)
  const until = stands ? t('order.until', { time: format.time(heldUntilMs), left: clockOf(seconds) }) : undefined
  const good = !takenBack && !ended && ((outcome === 'held' && !isOver) || outcome === 'lowered')
  const asks = outcome === 'unclear'
  const isKind = asks || outcome === 'notYet'
  const Icon = good ? IconCheck : takenBack || ended ? IconArrowBackUp : isKind ? IconHandFinger : IconAlertTriangle
  return (
    <li
      className={clsx(
        css.only,
        !good && !isKind && !takenBack && !ended && css.bad,
        order.line,
        takenBack && order.takenBack,
      )}
      data-note
    >
      <Icon className="icon-accent" {...icon20} />
      <span className="grow">
        <span>{announced}</span>
        {!good && what !== '' && <span className={order.what}>{t('order.others', { what })}</span>}
        {asks && first?.short && <span className={order.what}>{t('order.notHeld', { what: name })}</span>}
        {asks && <Choices event={event} onChoose={onChoose} />}
        <small>{[until, t('chat.onlyYou')].filter((word) => word !== undefined).join(t('page.dot'))}</small>
      </span>
      {stands ? (
        <Action kind="plain" onClick={shop.openCart}>
          {t('order.pay')}
        </Action>
      ) : (
        (outcome === 'noSuchKeyword' || outcome === 'soldOut' || outcome === 'tooMany' || isOver) && (
          <Action kind="plain" onClick={shop.openProducts}>
            {t('order.products')}
          </Action>
        )
      )}
    </li>
  )
}

/** The line with its own texts, in the page's language. */
export const loadOrderLine = () => withTexts(texts, OrderLine)
