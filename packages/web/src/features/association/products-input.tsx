import { IconShoppingBag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { productsByIds } from '../product/product.api.ts'
import { ProductPicker } from '../product/product-picker.tsx'
import type { LinkFormProps } from './link-inputs.tsx'

/** Products that the link is for. */
export const ProductsInput = ({ form }: LinkFormProps) => {
  const t = useText('association')
  const f = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { name, value, onChange, error } = form.field('productIds')
  const { data = [] } = useQuery(productsByIds(value))
  return (
    <FieldFrame name={name} label={t('form.products')} description={t('hint.products')} error={error} optional group>
      {() => (
        <div className="stack-s">
          {data.length > 0 && <p>{f.list(data.map(({ productName }) => productName))}</p>}
          <div className="wrap">
            <Button
              size="s"
              icon={<IconShoppingBag {...icon16} />}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              {t('choose.products')}
            </Button>
            {value.length > 0 && (
              <Button size="s" kind="plain" onClick={() => onChange([])}>
                {t('choose.all')}
              </Button>
            )}
          </div>
          <ProductPicker
            open={isOpen}
            onClose={() => setOpen(false)}
            chosen={value}
            onChoose={(ids) => onChange([...ids])}
          />
        </div>
      )}
    </FieldFrame>
  )
}
