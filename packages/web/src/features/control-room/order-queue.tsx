import { quantityMax } from '@kaimai/contract/order/checkout.schema.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { icon14 } from '../../ui/icon-props.ts'
import type { ControlRoomView } from './control-room-view.ts'
import { productWords } from './moment-labels.ts'
import css from './side.module.css'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** Orders by comment that say no variant: the staff chooses for the viewer, or says that it is no order. */
export const OrderQueue = () => {
  const t = useText('control-room')
  const { queue } = useControlRoomView()
  const { store } = useControlRoom()
  if (queue.length === 0) return null
  return (
    <section
      className={clsx('column', css.part)}
      aria-label={t('queue.title')}
      onPointerEnter={() => store.look(null, 'orders')}
    >
      <div className={css.section}>
        <h2>{t('queue.title')}</h2>
        <span className="caption">{t('queue.count', { count: queue.length })}</span>
      </div>
      {queue.slice(0, 20).map((waiting) => (
        <Unclear key={waiting.seq} waiting={waiting} />
      ))}
    </section>
  )
}

const Unclear = ({ waiting }: { waiting: ControlRoomView['queue'][number] }) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { seq, answer, text } = waiting
  const { question, user } = answer
  const [quantity, setQuantity] = useState(Math.max(1, question?.quantity ?? 1))
  if (question === null) return null
  const product = controlRoom.products.find(({ productId }) => productId === question.productId)
  const settle = (variantId: string | null) =>
    store.act({
      kind: 'settle',
      seq,
      name: user.name,
      choice: variantId === null ? null : { variantId, quantity },
    })
  const nameOf = (variantId: string) =>
    product?.variants.find((variant) => variant.variantId === variantId)?.name ?? t('moment.goneProduct')
  return (
    <article className={css.unclear}>
      <p>
        <b>{user.name}</b> {text}
      </p>
      <p className="caption">{t('queue.which', { product: productWords(controlRoom, question.productId, t) })}</p>
      {controlRoom.may.run && (
        <div className={css.choices}>
          <span className={css.stepper} role="group" aria-label={t('queue.quantity')}>
            <button
              type="button"
              aria-label={t('queue.less')}
              disabled={quantity <= 1}
              onClick={() => setQuantity(quantity - 1)}
            >
              <IconMinus {...icon14} />
            </button>
            <output>{quantity}</output>
            <button
              type="button"
              aria-label={t('queue.more')}
              disabled={quantity >= quantityMax}
              onClick={() => setQuantity(quantity + 1)}
            >
              <IconPlus {...icon14} />
            </button>
          </span>
          {question.choices.map((variantId) => (
            <button key={variantId} type="button" className={css.button} onClick={() => settle(variantId)}>
              {nameOf(variantId)}
            </button>
          ))}
          <button type="button" className={css.button} data-plain="true" onClick={() => settle(null)}>
            {t('queue.dismiss')}
          </button>
        </div>
      )}
    </article>
  )
}
