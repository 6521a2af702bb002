import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useReorder } from '../../ui/use-reorder.ts'
import { ProductPicker } from '../product/product-picker.tsx'
import css from './products-tab.module.css'
import { ProductRow } from './product-row.tsx'
import { type LiveFields, type LiveProduct, newProduct } from './live-values.ts'

interface GoodsTabProps {
  readonly form: SchemaForm<LiveFields>
  readonly known: ReadonlyMap<string, Product>
  readonly onSeen: (seen: ReadonlyMap<string, Product>) => void
  /** Whether a product that is not known is gone, rather than on its way. */
  readonly isReady: boolean
  readonly readOnly: boolean
}

/** What the live sells, in the order of its list, at which price, and when each one's card shows. */
export const ProductsTab = ({ form, known, onSeen, isReady, readOnly }: GoodsTabProps) => {
  const t = useText('live')
  const [picking, setPicking] = useState(false)
  const { productList } = form.values
  const setList = (list: LiveProduct[]) => form.set({ productList: list })
  const { list, dragged, handle } = useReorder({
    count: productList.length,
    onMove: (from, to) =>
      setList(productList.toSpliced(from, 1).toSpliced(to, 0, ...productList.slice(from, from + 1))),
  })
  const add = !readOnly && (
    <Button icon={<IconPlus {...icon16} />} size="s" onClick={() => setPicking(true)} aria-haspopup="dialog">
      {t('products.addProduct')}
    </Button>
  )
  return (
    <FormSection title={t('products.title')} why={t('products.why')} action={productList.length > 0 ? add : undefined}>
      <div data-field="productList">
        {productList.length === 0 ? (
          <EmptyState art="products" title={t('products.none')} text={t('products.productsNone')} action={add} />
        ) : (
          <>
            <div className={css.header} aria-hidden="true">
              <span />
              <span>{t('products.product')}</span>
              <span className={css.right}>{t('products.ownPrice')}</span>
              <span>{t('products.livePrice')}</span>
              <span className={css.right}>{t('products.stock')}</span>
              <span>{t('products.showAt')}</span>
              <span>{t('products.hideAt')}</span>
              <span>{t('products.showLeft')}</span>
            </div>
            <ul ref={list} aria-label={t('products.products')}>
              {productList.map((row, index) => (
                <ProductRow
                  key={row.productId}
                  row={row}
                  product={known.get(row.productId)}
                  isReady={isReady}
                  place={index}
                  count={productList.length}
                  dragged={dragged === index}
                  grip={handle(index)}
                  readOnly={readOnly}
                  errorAt={(field) => form.errorAt(`productList.${index}.${field}`)}
                  onChange={(patch) =>
                    setList(productList.map((each, at) => (at === index ? { ...each, ...patch } : each)))
                  }
                  onRemove={() => setList(productList.filter((_, at) => at !== index))}
                />
              ))}
            </ul>
            <p className={css.note}>{t('products.productsHint')}</p>
          </>
        )}
        {form.errorAt('productList') !== undefined && (
          <p className={css.error} role="alert">
            {form.errorAt('productList')}
          </p>
        )}
      </div>
      <ProductPicker
        open={picking}
        onClose={() => setPicking(false)}
        chosen={productList.map(({ productId }) => productId)}
        onChoose={(ids, seen) => {
          onSeen(seen)
          // The order that was made here stays; new ones come last.
          const remaining = productList.filter(({ productId }) => ids.includes(productId))
          const fresh = ids.filter((id) => !productList.some(({ productId }) => productId === id))
          setList([...remaining, ...fresh.map((id) => newProduct(id))])
        }}
      />
    </FormSection>
  )
}
