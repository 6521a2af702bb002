import { IconBuildingBank, IconCreditCard, IconFlask, IconLock } from '@tabler/icons-react'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16, icon20 } from '../../../../ui/icon-props.ts'
import type { Methods } from './checkout-shop.ts'
import { Choices } from './fields.tsx'
import { useForm } from './form-context.ts'
import { inAppBrowserOf, outsideLine } from '../../../../lib/audience/in-app-browser.ts'
import css from './parts-of-steps.module.css'

/** Ways to pay that have words of their own; another one shows its name. */
export const knownPayments = ['sandbox', 'ecpay', 'paynow', 'transfer'] as const
export type KnownPayment = (typeof knownPayments)[number]

export const isKnownPayment = (method: string): method is KnownPayment => knownPayments.some((each) => each === method)

const icons: Readonly<Record<KnownPayment, ReactNode>> = {
  sandbox: <IconFlask {...icon20} />,
  ecpay: <IconCreditCard {...icon20} />,
  paynow: <IconCreditCard {...icon20} />,
  transfer: <IconBuildingBank {...icon20} />,
}

/** How it is paid: one line each, with what it takes and costs. */
export const PaymentStep = ({ methods, currency }: { readonly methods: Methods; readonly currency: Currency }) => {
  const t = useText('checkout')
  const format = useFormat()
  const { draft, change } = useForm()
  const program = inAppBrowserOf(navigator.userAgent)
  const noteOf = (method: string, fee: number): string =>
    [
      isKnownPayment(method) ? t(`payment.${method}Note`) : '',
      fee > 0 ? t('payment.fee', { fee: format.money({ amount: fee, currency }) }) : '',
    ]
      .filter((part) => part !== '')
      .join(t('payment.comma'))
  return (
    <section className={css.part}>
      <h3>{t('checkout.how')}</h3>
      {methods.payments.length === 0 ? (
        <p className={css.none} role="alert">
          {t('payment.none')}
        </p>
      ) : (
        <>
          <Choices
            name="paymentMethod"
            label={t('checkout.how')}
            value={draft.paymentMethod}
            options={methods.payments.map(({ method, fee }) => ({
              value: method,
              title: isKnownPayment(method) ? t(`payment.${method}`) : method,
              note: noteOf(method, fee),
              end: isKnownPayment(method) ? icons[method] : undefined,
            }))}
            onChoose={(paymentMethod) => change({ paymentMethod })}
          />
          <p className={css.help}>
            <IconLock {...icon16} />
            {t('payment.safe')}
          </p>
          {program && (
            <p className={css.hint}>
              {t(`payment.inApp.${program}`)}
              {program === 'line' && <a href={outsideLine(location.href)}>{t('payment.openOutside')}</a>}
            </p>
          )}
        </>
      )}
    </section>
  )
}
