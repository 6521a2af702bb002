import { IconHourglass, IconShoppingBag, IconShoppingCart } from '@tabler/icons-react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { IconTap } from '../../../../ui/audience/icon-tap.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { lateTexts } from '../room/lazy-texts.ts'
import { totalQuantityIn } from '../shop/cart-state.ts'
import { useShop } from '../shop/shop-context.ts'
import css from './composer.module.css'
import own from './timed-out.module.css'

/** Stands where a viewer writes while the staff has paused their comments: until when, and what goes on all the same. */
const TimedOut = ({
  untilMs,
  left,
}: {
  /** Epoch ms. */
  readonly untilMs: number
  /** Whole seconds. */
  readonly left: number
}) => {
  const t = useText('room')
  const f = useFormat()
  const shop = useShop()
  const totalQuantity = totalQuantityIn(shop.cart)
  return (
    <div className={css.say} data-part="say">
      <span className={css.products}>
        <IconTap
          label={t('composer.products', { count: shop.listed.length })}
          icon={<IconShoppingBag {...icon20} />}
          filled="soft"
          onClick={shop.openProducts}
        />
      </span>
      <div className={own.box}>
        <IconHourglass {...icon20} />
        <p role="status">{t('timedOut.until', { time: f.time(untilMs) })}</p>
        <b aria-hidden="true">{`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}</b>
      </div>
      <span className={css.cart}>
        <IconTap
          label={t('composer.cart', { count: totalQuantity })}
          icon={<IconShoppingCart {...icon20} />}
          filled="soft"
          count={totalQuantity}
          onClick={shop.openCart}
        />
      </span>
    </div>
  )
}

/** The same with its own texts. */
export const loadTimedOut = () => withTexts(lateTexts, TimedOut)
