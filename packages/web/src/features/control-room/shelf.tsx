import type { ControlRoomFigures, ControlRoomProduct } from '@kaimai/contract/control-room/control-room.schema.ts'
import { maxLowStock } from '@kaimai/contract/product/stock.rules.ts'
import { IconEye, IconMinus, IconPin, IconPinnedOff, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { ProductPicker } from '../product/product-picker.tsx'
import { actOnProduct, roomKey } from '../room/room.api.ts'
import { allLeft } from './shelf-stock.ts'
import { useRoomCurves } from './curve-chart.tsx'
import css from './side.module.css'
import { StockDialog } from './stock-dialog.tsx'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** What is sold: what viewers see now, the list, and what stands in neither. */
export const Shelf = ({ figures, isOpen }: { figures: ControlRoomFigures | undefined; isOpen: boolean }) => {
  const t = useText('control-room')
  const queries = useQueryClient()
  const { controlRoom, store, liveId } = useControlRoom()
  const mayRun = controlRoom.may.run && isOpen
  const view = useControlRoomView()
  const [adding, setAdding] = useState(false)
  const [stocking, setStocking] = useState<string>()
  const pinnedId = isOpen ? view.shown.at(-1) : undefined
  const pinned = controlRoom.products.find(({ productId }) => productId === pinnedId)
  const others = controlRoom.products.filter((product) => product !== pinned)
  const isOff = ({ productId }: ControlRoomProduct) => view.unlisted.includes(productId)
  const sorted = [...others.filter((product) => !isOff(product)), ...others.filter(isOff)]
  const stocked = controlRoom.products.find(({ productId }) => productId === stocking)

  const add = async (ids: readonly string[]) => {
    const known = new Set(controlRoom.products.map(({ productId }) => productId))
    const fresh = ids.filter((id) => !known.has(id))
    try {
      for (const id of fresh) await actOnProduct(liveId, id, 'add')
      if (fresh.length > 0) toast.good(t('shelf.added', { count: fresh.length }))
    } catch (error) {
      toast.bad(t('failed.act', { why: error instanceof Error ? error.message : '' }))
    }
    store.reload()
    await queries.invalidateQueries({ queryKey: [...roomKey, 'figures', liveId] })
  }
  return (
    <div className={clsx('column', css.part, css.grows)} onPointerEnter={() => store.look(null, 'products')}>
      <div className={css.section}>
        <h2>{t('shelf.title')}</h2>
        <span className="caption">{t('shelf.count', { count: controlRoom.products.length })}</span>
        {mayRun && (
          <button type="button" className={css.button} data-plain="true" onClick={() => setAdding(true)}>
            <IconPlus {...icon16} />
            {t('shelf.add')}
          </button>
        )}
      </div>
      {pinned !== undefined && (
        <Pinned product={pinned} figures={figures} onStock={() => setStocking(pinned.productId)} />
      )}
      {controlRoom.products.length === 0 ? (
        <p className="caption">{t('shelf.none')}</p>
      ) : (
        <ul>
          {sorted.map((product) => (
            <ProductLine
              key={product.productId}
              product={product}
              figures={figures}
              isOff={isOff(product)}
              mayRun={mayRun}
              onStock={() => setStocking(product.productId)}
            />
          ))}
        </ul>
      )}
      {adding && (
        <ProductPicker
          open
          onClose={() => setAdding(false)}
          chosen={controlRoom.products.map(({ productId }) => productId)}
          onChoose={(ids) => void add(ids)}
        />
      )}
      {stocked !== undefined && <StockDialog product={stocked} onClose={() => setStocking(undefined)} />}
    </div>
  )
}

/** How many saw a product in the room, how many tapped it, and how often it was put into a cart; empty: nobody did. */
const useInterest = (productId: string): string => {
  const t = useText('control-room')
  const f = useFormat()
  const counted = useRoomCurves(true)?.products.find((each) => each.productId === productId)
  if (counted === undefined || counted.views + counted.clicks + counted.adds === 0) return ''
  const { views, clicks, adds } = counted
  return t('shelf.interest', { views: f.number(views), clicks: f.number(clicks), adds: f.number(adds) })
}

const figuresOf = (figures: ControlRoomFigures | undefined, product: ControlRoomProduct) =>
  figures?.products.find(({ productId }) => productId === product.productId) ?? product

const Pinned = ({
  product,
  figures,
  onStock,
}: {
  product: ControlRoomProduct
  figures: ControlRoomFigures | undefined
  onStock: () => void
}) => {
  const t = useText('control-room')
  const f = useFormat()
  const { store, controlRoom } = useControlRoom()
  const view = useControlRoomView()
  const { productId, productName: name, keyword, price, originalPrice, currency, variants } = product
  const { sold, inCarts, held } = figuresOf(figures, product)
  const interest = useInterest(productId)
  const left = allLeft(view, product)
  const only = variants.length === 1 ? variants[0] : undefined
  const step = (by: number) =>
    only !== undefined && store.act({ kind: 'stock', productId, variantId: only.variantId, name, by })
  return (
    <article className={css.pinned}>
      <div className={css.products}>
        <Thumb src={product.imageUrl} width={64} height={64} />
        <div className="grow">
          <p className={css.meta}>
            <span className={css.seen}>
              <IconPin size={12} stroke={2} aria-hidden="true" />
              {t('shelf.seen')}
            </span>
            {[keyword, t('shelf.sold', { count: sold })].filter((part) => part !== '').join('・')}
          </p>
          <b className="clip">{name}</b>
          <p>
            <span className={css.price}>{f.money({ amount: price, currency })}</span>{' '}
            {originalPrice !== null && <span className={css.was}>{f.money({ amount: originalPrice, currency })}</span>}
          </p>
          {interest !== '' && <p className={css.meta}>{interest}</p>}
        </div>
      </div>
      <div className={css.foot}>
        <span>{t('shelf.stock')}</span>
        {controlRoom.may.stock && only !== undefined ? (
          <span className={css.stepper} role="group" aria-label={t('shelf.stockOf', { name })}>
            <button type="button" aria-label={t('shelf.less', { name })} disabled={left === 0} onClick={() => step(-1)}>
              <IconMinus {...icon14} />
            </button>
            <output>{f.number(left)}</output>
            <button type="button" aria-label={t('shelf.more', { name })} onClick={() => step(1)}>
              <IconPlus {...icon14} />
            </button>
          </span>
        ) : (
          <b>{f.number(left)}</b>
        )}
        {controlRoom.may.stock && only === undefined && (
          <button type="button" className={css.button} onClick={onStock}>
            {t('shelf.byVariant')}
          </button>
        )}
        <span>{held > 0 ? t('shelf.held', { count: held }) : t('shelf.inCarts', { count: inCarts })}</span>
        {controlRoom.may.run && (
          <button
            type="button"
            className={css.button}
            onClick={() => store.act({ kind: 'show', productId, name, on: false })}
          >
            <IconPinnedOff {...icon14} />
            {t('shelf.unpin')}
          </button>
        )}
      </div>
    </article>
  )
}

const ProductLine = ({
  product,
  figures,
  isOff,
  mayRun,
  onStock,
}: {
  mayRun: boolean
  product: ControlRoomProduct
  figures: ControlRoomFigures | undefined
  isOff: boolean
  onStock: () => void
}) => {
  const t = useText('control-room')
  const f = useFormat()
  const { store, controlRoom } = useControlRoom()
  const view = useControlRoomView()
  const { productId, productName: name, keyword, price, currency } = product
  const { sold } = figuresOf(figures, product)
  const interest = useInterest(productId)
  const left = allLeft(view, product)
  const list = (on: boolean) => store.act({ kind: 'list', productId, name, on })
  return (
    <li className={css.product} data-off={isOff}>
      <Thumb src={product.imageUrl} width={40} height={40} />
      <div>
        <p className="clip" title={name}>
          {[keyword, name].filter((part) => part !== '').join(' ')}
        </p>
        <p className={clsx('clip', css.meta)}>
          <span>{f.money({ amount: price, currency })}</span>
          {left === 0 ? (
            <span className="low">{t('shelf.soldOut')}</span>
          ) : left <= maxLowStock ? (
            <span className="low">{t('shelf.low', { count: left })}</span>
          ) : (
            <span>
              {t('shelf.left')} <b>{f.number(left)}</b>
            </span>
          )}
          <span>{isOff ? t('shelf.hidden') : t('shelf.soldShort', { count: sold })}</span>
        </p>
        {interest !== '' && <p className={clsx('clip', css.meta)}>{interest}</p>}
      </div>
      {mayRun && (
        <div>
          {isOff ? (
            <button type="button" className={css.button} onClick={() => list(true)}>
              <IconEye {...icon16} />
              {t('shelf.show')}
            </button>
          ) : left === 0 && controlRoom.may.stock ? (
            <button type="button" className={css.button} onClick={onStock}>
              <IconPlus {...icon16} />
              {t('shelf.restock')}
            </button>
          ) : (
            <button
              type="button"
              className={css.button}
              aria-label={t('shelf.pinOf', { name })}
              onClick={() => store.act({ kind: 'show', productId, name, on: true })}
            >
              <IconPin {...icon16} />
              {t('shelf.pin')}
            </button>
          )}
          {!isOff && (
            <button
              type="button"
              className={css.button}
              data-plain="true"
              data-square="true"
              aria-label={t('shelf.hideOf', { name })}
              title={t('shelf.hideOf', { name })}
              onClick={() => list(false)}
            >
              <IconEye {...icon16} />
            </button>
          )}
        </div>
      )}
    </li>
  )
}
