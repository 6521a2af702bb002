import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { ProductPicker } from '../product/product-picker.tsx'
import type { LiveFields } from './live-values.ts'
import { RowFault } from './row-fault.tsx'
import css from './rows.module.css'
import { SecondsInput } from './seconds-input.tsx'

type LiveProduct = LiveFields['productList'][number]

interface ProductFieldProps {
  readonly value: readonly LiveProduct[]
  readonly onChange: (products: LiveProduct[]) => void
  /** What is known of the products, by id. */
  readonly known: ReadonlyMap<string, Product>
  readonly onSeen: (seen: ReadonlyMap<string, Product>) => void
  readonly faultAt: (path: string) => string | undefined
}

/** The products of a live, and when each one's card shows. */
export const ProductField = ({ value, onChange, known, onSeen, faultAt }: ProductFieldProps) => {
  const t = useText('live')
  const f = useFormat()
  const group = useId()
  const [picking, setPicking] = useState(false)
  const change = (index: number, patch: Partial<LiveProduct>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...patch } : each)))
  const noteOf = ({ keyword, price, currency }: Product) =>
    [...(keyword === '' ? [] : [keyword]), f.money({ amount: price, currency })].join('・')

  return (
    <FieldFrame
      label={t('goods.products')}
      description={value.length > 0 ? t('goods.productsHint') : t('goods.productsNone')}
      name="productList"
      error={faultAt('productList')}
      group
    >
      {() => (
        <div className={clsx(css.table, css.products)}>
          {value.length > 0 && (
            <div className={css.header} aria-hidden="true">
              <span>{t('goods.product')}</span>
              <span>{t('goods.showAt')}</span>
              <span>{t('goods.hideAt')}</span>
            </div>
          )}
          {value.map((each, index) => {
            const product = known.get(each.productId)
            const name = product?.productName ?? t('goods.gone')
            const fault = (field: string) => faultAt(`productList.${index}.${field}`)
            const message = fault('showAt') ?? fault('hideAt') ?? fault('productId')
            const faultId = message === undefined ? undefined : `${group}-${index}`
            return (
              <div key={each.productId} className={css.row}>
                <div className={css.product}>
                  <Thumb src={product?.images[0]} width={40} height={40} />
                  <span className={css.words}>
                    <span className={css.name}>{name}</span>
                    <span className={css.sub}>{product && noteOf(product)}</span>
                  </span>
                </div>
                <div>
                  <span className={css.caption}>{t('goods.showAt')}</span>
                  <SecondsInput
                    label={t('goods.showAtOf', { name })}
                    value={each.showAt}
                    onChange={(showAt) => change(index, { showAt })}
                    error={fault('showAt')}
                    faultId={faultId}
                    placeholder={t('goods.listOnly')}
                  />
                </div>
                <div>
                  <span className={css.caption}>{t('goods.hideAt')}</span>
                  <SecondsInput
                    label={t('goods.hideAtOf', { name })}
                    value={each.hideAt}
                    onChange={(hideAt) => change(index, { hideAt })}
                    error={fault('hideAt')}
                    faultId={faultId}
                    placeholder={t('goods.toTheEnd')}
                  />
                </div>
                <IconButton
                  className={css.remove}
                  label={t('rows.removeOf', { name })}
                  icon={<IconX size={16} stroke={1.75} aria-hidden="true" />}
                  onClick={() => onChange(value.filter((other) => other !== each))}
                />
                <RowFault id={`${group}-${index}`} message={message} />
              </div>
            )
          })}
          <Button
            kind="plain"
            className={css.add}
            icon={<IconPlus size={16} stroke={1.75} />}
            onClick={() => setPicking(true)}
            aria-haspopup="dialog"
          >
            {t('goods.addProduct')}
          </Button>
          <ProductPicker
            open={picking}
            onClose={() => setPicking(false)}
            chosen={value.map(({ productId }) => productId)}
            onChoose={(ids, seen) => {
              onSeen(seen)
              onChange(
                ids.map(
                  (productId) =>
                    value.find((each) => each.productId === productId) ?? { productId, showAt: null, hideAt: null },
                ),
              )
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
