import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { useState } from 'react'
import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import parts from './order-parts.module.css'
import css from './refunds.module.css'

const LazyAccountSheet = lazyPart(async () =>
  (await import('./refund-account/refund-account-sheet.tsx')).loadAccountSheet(),
)

/** Money of the order that goes back, and where to when the buyer has to say so. */
export const Refunds = ({
  order,
  orderKey,
  format,
  reload,
}: {
  readonly order: ShopperOrder
  readonly orderKey: string
  readonly format: Format
  readonly reload: () => Promise<unknown>
}) => {
  const t = useText('order')
  const [asked, setAsked] = useState<string>()
  const money = (amount: number) => format.money({ amount, currency: order.currency })
  if (order.refunds.length === 0) return null
  return (
    <section className={parts.card} aria-labelledby="refunds-title">
      <h2 className={parts.heading} id="refunds-title">
        {t('refund.title')}
      </h2>
      <ul>
        {order.refunds.map(({ id, amount, state, accountEnd, doneAt }) => (
          <li key={id} className={css.refund}>
            <p className={parts.line}>
              <span>{t(`refund.state.${state}`)}</span>
              <b>{money(amount)}</b>
            </p>
            {doneAt !== null && <p className={css.note}>{format.near(doneAt)}</p>}
            {accountEnd !== '' && <p className={css.note}>{t('refund.toAccount', { end: accountEnd })}</p>}
            {state === 'needsAccount' && (
              <Action kind="quiet" onClick={() => setAsked(id)}>
                {t('refund.giveAccount')}
              </Action>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <LazyAccountSheet
          refundId={asked}
          orderKey={orderKey}
          onClose={() => setAsked(undefined)}
          onGiven={() => {
            setAsked(undefined)
            void reload()
          }}
        />
      )}
    </section>
  )
}
