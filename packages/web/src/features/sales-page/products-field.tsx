import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { salesPageLimits } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ReorderGrip } from '../../ui/reorder-grip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { ProductPicker } from '../product/product-picker.tsx'
import { pagePrice } from './page-values.ts'
import css from './rows.module.css'

interface GoodsFieldProps {
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[], key?: string) => void
  readonly known: ReadonlyMap<string, Product>
  /** Whether a product that is not known is gone. */
  readonly isReady: boolean
  readonly onSeen: (seen: ReadonlyMap<string, Product>) => void
  readonly error: string | undefined
}

/** What the page sells, in its order. */
export const ProductsField = ({ value, onChange, known, isReady, onSeen, error }: GoodsFieldProps) => {
  const t = useText('sales-page')
  const f = useFormat()
  const [isPicking, setPicking] = useState(false)
  const { list, dragged, handle } = useReorder({
    count: value.length,
    onMove: (from, to) => onChange(value.toSpliced(from, 1).toSpliced(to, 0, value[from] ?? ''), 'products.move'),
  })
  const noteOf = (product: Product) => {
    const { currency, stock, offSale } = product
    const left = stock === 0 ? t('products.soldOut') : t('products.stock', { count: stock })
    return [f.money({ amount: pagePrice(product), currency }), offSale ? t('products.offSale') : left].join('・')
  }

  return (
    <div data-field="productIdList">
      {value.length > 0 && (
        <ul ref={list} className={css.rows} aria-label={t('products.label')}>
          {value.map((id, index) => {
            const product = known.get(id)
            const name = product?.productName ?? t(isReady ? 'products.gone' : 'products.loading')
            return (
              <li key={id} className={css.row} data-place={index} data-dragged={dragged === index || undefined}>
                <ReorderGrip
                  label={t('products.move', { name, number: index + 1, count: value.length })}
                  hint={t('products.moveHint')}
                  handle={handle(index)}
                />
                <Thumb src={product?.images[0]} width={48} height={48} />
                <span className={css.words}>
                  <b className="clip">{name}</b>
                  <small className="clip caption" data-bad={isReady && !product}>
                    {product ? noteOf(product) : isReady ? t('products.goneHint') : ''}
                  </small>
                </span>
                <IconButton
                  label={t('products.remove', { name })}
                  icon={<IconX {...icon16} />}
                  onClick={() => onChange(value.filter((each) => each !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {value.length < salesPageLimits.products && (
        <Button kind="add" icon={<IconPlus {...icon16} />} onClick={() => setPicking(true)} aria-haspopup="dialog">
          {t('products.add')}
        </Button>
      )}
      <ProductPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        chosen={value}
        onChoose={(ids, seen) => {
          onSeen(seen)
          onChange(ids.slice(0, salesPageLimits.products))
        }}
      />
    </div>
  )
}
