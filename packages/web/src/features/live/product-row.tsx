import { Switch } from '@mantine/core'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import type { useReorder } from '../../ui/use-reorder.ts'
import css from './products-tab.module.css'
import type { LiveProduct } from './live-values.ts'
import { PriceInput } from './price-input.tsx'
import { ownRoomPrice, troubleOf } from './product-trouble.ts'
import { SecondsInput } from './seconds-input.tsx'

interface GoodsRowProps {
  readonly row: LiveProduct
  readonly product: Product | undefined
  readonly isReady: boolean
  readonly place: number
  readonly count: number
  readonly dragged: boolean
  readonly grip: ReturnType<ReturnType<typeof useReorder>['handle']>
  readonly readOnly: boolean
  readonly errorAt: (field: string) => string | undefined
  readonly onChange: (patch: Partial<LiveProduct>) => void
  readonly onRemove: () => void
}

/** One product of the live. */
export const ProductRow = (props: GoodsRowProps) => {
  const { row, product, isReady, place, count, grip, readOnly, errorAt, onChange } = props
  const t = useText('live')
  const f = useFormat()
  const noteId = useId()
  const name = product?.productName ?? t(isReady ? 'products.gone' : 'products.loading')
  const error = ['livePrice', 'showAt', 'hideAt', 'productId'].map(errorAt).find((each) => each !== undefined)
  const trouble = isReady || product ? troubleOf(product, row) : undefined
  const note = error ?? (trouble === undefined ? undefined : t(`products.trouble.${trouble}`))
  const noted = note === undefined ? undefined : noteId
  const [nowMs] = useState(() => Date.now())
  const own = product && ownRoomPrice(product, nowMs)
  return (
    <li className={css.row} data-place={place} data-dragged={props.dragged || undefined}>
      {readOnly ? (
        <span />
      ) : (
        <button
          type="button"
          className={css.grip}
          aria-label={t('products.move', { name, number: place + 1, count })}
          title={t('products.moveHint')}
          {...grip}
        >
          <IconGripVertical {...icon16} />
        </button>
      )}
      <div className={clsx('row', css.product)}>
        <Thumb src={product?.images[0]} width={48} height={48} />
        <span className={css.words}>
          <a
            className={css.name}
            href={paths.manageProduct({ product: row.productId })}
            target="_blank"
            rel="noreferrer"
            title={t('products.openProduct')}
          >
            {name}
          </a>
          {product && product.keyword !== '' && <TagChip>{`${product.keyword} +1`}</TagChip>}
        </span>
      </div>
      <div className={css.own}>
        <span className={css.caption}>{t('products.ownPrice')}</span>
        {product && own !== undefined ? (
          <>
            {f.amount(own)}
            {own < product.price && <del className="caption">{f.amount(product.price)}</del>}
          </>
        ) : (
          '—'
        )}
      </div>
      <div>
        <span className={css.caption}>{t('products.livePrice')}</span>
        <PriceInput
          label={t('products.livePriceOf', { name })}
          value={row.livePrice ?? null}
          onChange={(livePrice) => onChange({ livePrice })}
          currency={product?.currency ?? 'TWD'}
          placeholder={t('products.sameAsOwn')}
          errorId={noted}
          isFaulty={errorAt('livePrice') !== undefined || Number.isNaN(row.livePrice)}
        />
      </div>
      <div className={css.stock} data-low={product?.stock === 0 || undefined}>
        <span className={css.caption}>{t('products.stock')}</span>
        {product ? f.number(product.stock) : '—'}
      </div>
      <div>
        <span className={css.caption}>{t('products.showAt')}</span>
        <SecondsInput
          label={t('products.showAtOf', { name })}
          value={row.showAt}
          onChange={(showAt) => onChange({ showAt })}
          error={errorAt('showAt')}
          errorId={noted}
          placeholder={t('products.listOnly')}
        />
      </div>
      <div>
        <span className={css.caption}>{t('products.hideAt')}</span>
        <SecondsInput
          label={t('products.hideAtOf', { name })}
          value={row.hideAt}
          onChange={(hideAt) => onChange({ hideAt })}
          error={errorAt('hideAt')}
          errorId={noted}
          placeholder={t('products.toTheEnd')}
        />
      </div>
      <div className={css.left}>
        <span className={css.caption}>{t('products.showLeft')}</span>
        <Switch
          aria-label={t('products.showLeftOf', { name })}
          checked={row.showLeft ?? true}
          onChange={(event) => onChange({ showLeft: event.currentTarget.checked })}
          disabled={readOnly}
        />
      </div>
      {!readOnly && (
        <IconButton
          className={css.remove}
          label={t('rows.removeOf', { name })}
          icon={<IconX {...icon16} />}
          onClick={props.onRemove}
        />
      )}
      {note !== undefined && (
        <p id={noteId} className={css.rowNote} data-tone={error === undefined ? 'warn' : 'bad'}>
          {note}
        </p>
      )}
    </li>
  )
}
