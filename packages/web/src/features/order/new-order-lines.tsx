import type { Currency } from '@kaimai/contract/common/money.ts'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Quantity } from '../../ui/quantity.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { SearchBox } from '../../ui/toolbar.tsx'
import { productsFound } from '../product/product.api.ts'
import css from './new-order.module.css'
import { type NewOrderValues, type Pickable, variantsOf } from './new-order-draft.ts'

const productsShown = 8

interface NewOrderLinesProps {
  readonly lines: NewOrderValues['lines']
  readonly pickables: ReadonlyMap<string, Pickable>
  readonly currency: Currency
  /** When prices are read, epoch ms. */
  readonly nowMs: number
  readonly error: string | undefined
  readonly onPick: (pickable: Pickable) => void
  readonly onChange: (lines: NewOrderValues['lines']) => void
}

/** What is ordered: the firm's products, searched by name and keyword, and how many of each. */
export const NewOrderLines = (props: NewOrderLinesProps) => {
  const { lines, pickables, currency, nowMs, error, onPick, onChange } = props
  const t = useText('order')
  const f = useFormat()
  const [q, setQ] = useState('')
  const found = useQuery({ ...productsFound(q, productsShown), placeholderData: keepPreviousData })
  const variants = (found.data?.items ?? []).flatMap((product) => variantsOf(product, nowMs))
  const money = (amount: number) => f.money({ amount, currency })
  const without = (variantId: string) => lines.filter((line) => line.variantId !== variantId)
  return (
    <div className="stack-s" data-field="lines">
      <SearchBox
        label={t('newOrder.findProduct')}
        placeholder={t('newOrder.findProductHint')}
        value={q}
        onChange={setQ}
      />
      {found.isPending && <SkeletonList rows={3} />}
      {found.isError && <ErrorState title={found.error.message} onRetry={() => void found.refetch()} />}
      {found.isSuccess && variants.length === 0 && (
        <p className="empty-line">{q === '' ? t('newOrder.noProducts') : t('empty.none', { q })}</p>
      )}
      <ul className={css.found} aria-label={t('newOrder.found')}>
        {variants.map((variant) => (
          <li key={variant.variantId}>
            <Thumb src={variant.imageUrl} width={40} height={40} />
            <span className={clsx('grow', css.words)}>
              <b className="clip">{variant.name}</b>
              <span className="caption">
                {money(variant.price)}・
                {variant.left === 0 ? t('newOrder.soldOut') : t('newOrder.left', { count: variant.left })}
              </span>
            </span>
            <Button
              size="s"
              disabled={variant.left === 0}
              aria-label={t('newOrder.addNamed', { product: variant.name })}
              onClick={() => onPick(variant)}
            >
              {t('newOrder.add')}
            </Button>
          </li>
        ))}
      </ul>
      <ul className={css.lines} aria-label={t('newOrder.chosen')}>
        {lines.map(({ variantId, quantity }) => {
          const pickable = pickables.get(variantId)
          const name = pickable?.name ?? ''
          return (
            <li key={variantId}>
              <Thumb src={pickable?.imageUrl} width={40} height={40} />
              <span className={clsx('grow', css.words)}>
                <b>{name}</b>
                <span className="caption">{money(pickable?.price ?? 0)}</span>
              </span>
              <Quantity
                label={t('newOrder.quantityOf', { product: name })}
                value={quantity}
                min={1}
                max={Math.max(quantity, pickable?.left ?? 0)}
                onChange={(next) =>
                  onChange(lines.map((line) => (line.variantId === variantId ? { variantId, quantity: next } : line)))
                }
              />
              <IconButton
                label={t('newOrder.removeNamed', { product: name })}
                icon={<IconX {...icon16} />}
                onClick={() => onChange(without(variantId))}
              />
            </li>
          )
        })}
      </ul>
      {error !== undefined && (
        <p className={css.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
