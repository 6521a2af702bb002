import { currencyLabel } from '@kaimai/contract/common/money.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { returnExceptionNames, returnExceptions } from '@kaimai/contract/product/return-exception.ts'
import { type ReactNode, useState } from 'react'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import css from './bulk-dialog.module.css'
import {
  type BulkPart,
  type BulkTyped,
  type PriceWay,
  priceWays,
  readBulk,
  stockWays,
  type TypedPrice,
  untouchedBulk,
} from './bulk-edit.rules.ts'
import { BulkPartRow, BulkPreview } from './bulk-parts.tsx'
import { useBulkChange } from './use-bulk-change.ts'

export interface BulkDialogProps {
  readonly products: readonly Product[]
  readonly onClose: () => void
  /** The products are changed. */
  readonly onDone: () => void
}

/** Many products changed at once: what is ticked, with a look at what comes of it. */
export const BulkDialog = ({ products, onClose, onDone }: BulkDialogProps) => {
  const t = useText('product')
  const labels = useLabels()
  const language = useLanguage()
  const [typed, setTyped] = useState<BulkTyped>(untouchedBulk)
  const [isAsked, setIsAsked] = useState(false)
  const count = products.length
  const { change, faulty } = readBulk(typed)
  const set = (patch: Partial<BulkTyped>) => setTyped((before) => ({ ...before, ...patch }))
  const currency = currencyLabel(products[0]?.currency ?? 'TWD')

  const apply = useBulkChange(() => ({ ids: products.map(({ id }) => id), ...change }), true)
  const submit = () => {
    setIsAsked(true)
    if (typed.ticked.length > 0 && faulty.length === 0) apply.mutate(undefined, { onSuccess: onDone })
  }
  const failure = apply.error?.message ?? (isAsked && typed.ticked.length === 0 ? t('bulk.nothing') : undefined)
  const errorOf = (part: BulkPart) => (isAsked && faulty.includes(part) ? t('bulk.wrong') : undefined)

  const priceFields = (part: 'price' | 'onSale' | 'specialOffer', methods: readonly PriceWay[]) => {
    const price: TypedPrice = typed[part]
    const isPercent = price.way === 'off' || price.way === 'up'
    return (
      <TwoColumns>
        <LabelledSelect
          label={t('bulk.how', { name: t(`bulk.${part}`) })}
          value={price.way}
          onChange={(way) => way !== '' && set({ [part]: { ...typed[part], way } })}
          choices={methods.map((way) => ({ value: way, label: t(`bulk.${way}`) }))}
        />
        {price.way !== 'none' && (
          <LabelledInput
            label={t('bulk.value')}
            value={price.value}
            onChange={(value) => set({ [part]: { ...typed[part], value } })}
            inputMode="decimal"
            error={errorOf(part)}
            {...(isPercent ? { suffix: <span className="unit">%</span> } : { prefix: `${currency}$` })}
            {...(part === 'price' || price.way === 'set' ? {} : { description: t('bulk.fromPrice') })}
          />
        )}
      </TwoColumns>
    )
  }
  const parts: Readonly<Record<BulkPart, ReactNode>> = {
    price: priceFields('price', priceWays.slice(0, -1)),
    onSale: (
      <>
        {priceFields('onSale', ['set', 'off', 'less', 'none'])}
        {typed.onSale.way !== 'none' && (
          <TwoColumns>
            <LabelledDateTime
              label={t('field.onSaleFrom')}
              placeholder={t('field.onSaleFromNone')}
              value={typed.onSale.from}
              onChange={(from) => set({ onSale: { ...typed.onSale, from } })}
              clearable
            />
            <LabelledDateTime
              label={t('field.onSaleUntil')}
              placeholder={t('field.onSaleUntilNone')}
              value={typed.onSale.until}
              onChange={(until) => set({ onSale: { ...typed.onSale, until } })}
              clearable
            />
          </TwoColumns>
        )}
      </>
    ),
    specialOffer: priceFields('specialOffer', ['set', 'off', 'less', 'none']),
    stock: (
      <TwoColumns>
        <LabelledSelect
          label={t('bulk.how', { name: t('bulk.stock') })}
          value={typed.stock.way}
          onChange={(way) => way !== '' && set({ stock: { ...typed.stock, way } })}
          choices={stockWays.map((way) => ({ value: way, label: t(`bulk.${way}`) }))}
        />
        <LabelledInput
          label={t('bulk.value')}
          value={typed.stock.value}
          onChange={(value) => set({ stock: { ...typed.stock, value } })}
          inputMode="numeric"
          error={errorOf('stock')}
        />
      </TwoColumns>
    ),
    limit: (
      <TwoColumns>
        <LabelledInput
          label={t('field.perPersonLimit')}
          placeholder={t('bulk.limitNone')}
          value={typed.limit}
          onChange={(limit) => set({ limit })}
          inputMode="numeric"
          error={errorOf('limit')}
        />
      </TwoColumns>
    ),
    returnException: (
      <LabelledSelect
        label={t('field.returnException')}
        placeholder={t('field.returnExceptionNone')}
        clearable
        value={typed.returnException}
        onChange={(returnException) => set({ returnException })}
        choices={returnExceptions.map((reason) => ({ value: reason, label: returnExceptionNames[reason][language] }))}
      />
    ),
    sale: (
      <Segmented
        label={t('bulk.sale')}
        value={typed.sale}
        onChange={(sale) => set({ sale })}
        options={[
          { value: 'on', label: t('action.onSale') },
          { value: 'off', label: t('action.offSale') },
        ]}
      />
    ),
  }

  return (
    <Modal
      open
      onClose={apply.isPending ? undefined : onClose}
      closeOnClickOutside={typed.ticked.length === 0}
      title={t('bulk.title', { count })}
      width={640}
      footer={
        <>
          <Button onClick={onClose} disabled={apply.isPending}>
            {labels.cancel}
          </Button>
          <Button kind="primary" busy={apply.isPending} onClick={submit}>
            {t('bulk.apply', { count })}
          </Button>
        </>
      }
    >
      <p className={css.lead}>{t('bulk.lead')}</p>
      {failure !== undefined && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      <ul className={css.parts}>
        {Object.entries(parts).map(([name, fields]) => {
          const part = name as BulkPart
          return (
            <BulkPartRow
              key={part}
              label={t(`bulk.${part}`)}
              ticked={typed.ticked.includes(part)}
              onTick={(on) =>
                set({ ticked: on ? [...typed.ticked, part] : typed.ticked.filter((each) => each !== part) })
              }
            >
              {fields}
            </BulkPartRow>
          )
        })}
      </ul>
      {typed.ticked.length > 0 && <BulkPreview products={products} change={change} />}
    </Modal>
  )
}
