import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { withPaymentFee } from '@kaimai/contract/order/payment-fee.rules.ts'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import css from './pay-choice.module.css'

/** Pays: as was chosen, or in another of the ways that are still offered. */
export const PayChoice = ({
  order,
  label,
  way,
  isFolded,
  isPaying,
  isOnline,
  format,
  pay,
}: {
  readonly order: ShopperOrder
  /** Text of the button; it is given the amount. */
  readonly label: 'action.again' | 'action.pay' | 'action.still'
  /** Whether it is the thing to do, or stands beside what the page waits for. */
  readonly way: 'main' | 'beside'
  /** There is another thing to do first: only the way to another method stands there until it is wanted. */
  readonly isFolded: boolean
  readonly isPaying: boolean
  readonly isOnline: boolean
  readonly format: Format
  readonly pay: (method: PaymentMethod) => void
}) => {
  const t = useText('order')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState<PaymentMethod>()
  const { paymentMethods, paymentMethod, paymentFee, currency } = order
  const offered = paymentMethods.find(({ method }) => method === (wanted ?? paymentMethod)) ?? paymentMethods[0]
  const method = offered?.method ?? paymentMethod
  const amount = format.money({ amount: withPaymentFee(order, offered?.fee ?? paymentFee).total, currency })
  const isLost = paymentMethods.length > 0 && paymentMethods.every((each) => each.method !== paymentMethod)
  return (
    <>
      {(isOpen || isLost) && (
        <fieldset id={id} className={css.methods}>
          <legend>{t('method.title')}</legend>
          <div>
            {paymentMethods.map((each) => (
              <label key={each.method} className={clsx(each.method === method && css.on)}>
                <input
                  type="radio"
                  name={id}
                  checked={each.method === method}
                  onChange={() => setWanted(each.method)}
                />
                <span>{t(`method.${each.method}`)}</span>
                {each.fee > 0 && (
                  <small>{t('method.fee', { fee: format.money({ amount: each.fee, currency }) })}</small>
                )}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {(!isFolded || isOpen) && (
        <Action
          big
          kind={way === 'main' || isOpen ? 'filled' : 'quiet'}
          busy={isPaying}
          disabled={!isOnline}
          onClick={() => pay(method)}
        >
          {t(label, { amount })}
        </Action>
      )}
      {(paymentMethods.length > 1 || isFolded) && !isOpen && !isLost && (
        <Action big kind="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('method.other')}
        </Action>
      )}
    </>
  )
}
