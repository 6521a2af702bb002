import {
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconDeviceMobile,
  IconLock,
  IconTruck,
} from '@tabler/icons-react'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16, icon20 } from '../../../../ui/icon-props.ts'
import type { Methods } from './checkout-shop.ts'
import { Choices } from './fields.tsx'
import { useForm } from './form-context.ts'
import { inAppBrowserOf, outsideLine } from '../../../../lib/audience/in-app-browser.ts'
import css from './section-fields.module.css'

const icons: Readonly<Record<PaymentMethod, ReactNode>> = {
  card: <IconCreditCard {...icon20} />,
  instalment: <IconCreditCard {...icon20} />,
  applePay: <IconDeviceMobile {...icon20} />,
  linePay: <IconDeviceMobile {...icon20} />,
  jkopay: <IconDeviceMobile {...icon20} />,
  atm: <IconBuildingBank {...icon20} />,
  cvs: <IconBuildingStore {...icon20} />,
  barcode: <IconBuildingStore {...icon20} />,
  transfer: <IconBuildingBank {...icon20} />,
  cod: <IconTruck {...icon20} />,
}

/** How it is paid: one line each, with what it takes and costs. */
export const PaymentFields = ({ methods, currency }: { readonly methods: Methods; readonly currency: Currency }) => {
  const t = useText('checkout')
  const format = useFormat()
  const { draft, change } = useForm()
  const program = inAppBrowserOf(navigator.userAgent)
  const noteOf = (method: PaymentMethod, fee: number): string =>
    [t(`payment.${method}Note`), fee > 0 ? t('payment.fee', { fee: format.money({ amount: fee, currency }) }) : '']
      .filter((part) => part !== '')
      .join(t('payment.comma'))
  return (
    <>
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
              title: t(`payment.${method}`),
              note: noteOf(method, fee),
              end: icons[method],
            }))}
            onChoose={(paymentMethod) => change({ paymentMethod })}
          />
          <p className={css.help}>
            <IconLock className="icon-down-1" {...icon16} />
            {t(methods.isTest ? 'payment.test' : 'payment.safe')}
          </p>
          {program && (
            <p className={css.hint}>
              {t(`payment.inApp.${program}`)}
              {program === 'line' && <a href={outsideLine(location.href)}>{t('payment.openOutside')}</a>}
            </p>
          )}
        </>
      )}
    </>
  )
}
