import type { ControlRoomProduct } from '@kaimai/contract/control-room/control-room.schema.ts'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import css from './dialogs.module.css'
import { leftOf } from './shelf-stock.ts'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** Adds pieces to each variant of a product. */
export const StockDialog = ({ product, onClose }: { product: ControlRoomProduct; onClose: () => void }) => {
  const t = useText('control-room')
  const f = useFormat()
  const labels = useLabels()
  const { store } = useControlRoom()
  const view = useControlRoomView()
  const [added, setAdded] = useState<Readonly<Record<string, number>>>({})
  const { productId, productName: name } = product
  const change = () => {
    for (const { variantId } of product.variants) {
      const by = added[variantId] ?? 0
      if (by !== 0) store.act({ kind: 'stock', productId, variantId, name, by })
    }
    onClose()
  }
  const total = Object.values(added).reduce((sum, by) => sum + by, 0)
  return (
    <Modal
      open
      onClose={onClose}
      title={t('stock.title', { name })}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" disabled={Object.values(added).every((by) => by === 0)} onClick={change}>
            {t('stock.save', { count: total, by: total < 0 ? `−${-total}` : `+${total}` })}
          </Button>
        </>
      }
    >
      {product.variants.map((variant) => {
        const left = leftOf(view, variant)
        const by = added[variant.variantId] ?? 0
        return (
          <div key={variant.variantId} className={css.stock}>
            <span className="grow">
              {variant.name === '' ? name : variant.name}
              <p className="caption">{t('stock.now', { number: f.number(left) })}</p>
            </span>
            <Quantity
              label={variant.name === '' ? name : variant.name}
              value={left + by}
              onChange={(value) => setAdded({ ...added, [variant.variantId]: value - left })}
            />
          </div>
        )
      })}
    </Modal>
  )
}
