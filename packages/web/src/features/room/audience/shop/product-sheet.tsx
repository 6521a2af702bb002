import { IconShoppingCart } from '@tabler/icons-react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { Action } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { totalQuantityIn } from './cart-state.ts'
import { ProductRows } from './product-list.tsx'
import css from './product-list.module.css'
import { useShop } from './shop-context.ts'

/** All products of the room, from below; the video goes on above. */
export const ProductSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText('room')
  const format = useFormat()
  const shop = useShop()
  const totalQuantity = totalQuantityIn(shop.cart)
  const { cart } = shop.cart
  return (
    <Sheet
      title={
        <>
          {t('shop.title')} <span className={css.count}>{shop.listed.length}</span>
        </>
      }
      onClose={onClose}
      foot={
        <Action kind="quiet" big icon={<IconShoppingCart {...icon20} />} onClick={shop.openCart}>
          {totalQuantity === 0 || cart === undefined
            ? t('shop.seeCart')
            : t('shop.seeCartOf', {
                count: totalQuantity,
                total: format.money({ amount: cart.subtotal, currency: cart.currency }),
              })}
        </Action>
      }
    >
      <ProductRows />
    </Sheet>
  )
}
