import { roundingOf } from '@kaimai/contract/common/money.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import css from './pay-choice.module.css'

const known = ['sandbox', 'ecpay', 'paynow', 'transfer'] as const

/** A way to pay in words; one that is not known has its own name. */
export const methodName = (t: (key: string) => string, method: string): string =>
  known.some((each) => each === method) ? t(`method.${method}`) : method

/** What the order comes to when it is paid in another way. */
const totalWith = ({ total, paymentFee, rounding, currency }: ShopperOrder, fee: number): number => {
  const before = total - rounding - paymentFee + fee
  return before + roundingOf(before, currency)
}

/** Pays: as was chosen, or in another of the ways that are still offered. */
export const PayChoice = ({
  order,
  label,
  isPaying,
  isOnline,
  format,
  pay,
}: {
  readonly order: ShopperOrder
  /** Text of the button; it is given the amount. */
  readonly label: 'action.again' | 'action.pay'
  readonly isPaying: boolean
  readonly isOnline: boolean
  readonly format: Format
  readonly pay: (method: string) => void
}) => {
  const t = useText('order')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState<string>()
  const { paymentMethods, paymentMethod, paymentFee, currency } = order
  const offered = paymentMethods.find(({ method }) => method === (wanted ?? paymentMethod)) ?? paymentMethods[0]
  const method = offered?.method ?? paymentMethod
  const amount = format.money({ amount: totalWith(order, offered?.fee ?? paymentFee), currency })
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
                <span>{methodName(t, each.method)}</span>
                {each.fee > 0 && (
                  <small>{t('method.fee', { fee: format.money({ amount: each.fee, currency }) })}</small>
                )}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Action big busy={isPaying} disabled={!isOnline} onClick={() => pay(method)}>
        {t(label, { amount })}
      </Action>
      {paymentMethods.length > 1 && !isOpen && !isLost && (
        <Action big kind="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('method.other')}
        </Action>
      )}
    </>
  )
}
