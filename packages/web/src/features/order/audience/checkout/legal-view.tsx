import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { returnExceptionNotices } from '@kaimai/contract/product/return-exception.ts'
import { isWebLink } from '../../../../lib/audience/web-link.ts'
import { useFormat, useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import type { CheckoutCart, Methods } from './checkout-shop.ts'
import { lineName } from './changes.ts'
import css from './legal-view.module.css'

const DeliveryTerm = ({ method, currency }: { method: DeliveryMethod; currency: Currency }) => {
  const t = useText('checkout')
  const format = useFormat()
  const money = (amount: number) => format.money({ amount, currency })
  const parts = [
    method.fee === 0 ? t('checkout.noFee') : money(method.fee),
    method.freeFrom === null ? '' : t('legal.freeFrom', { from: money(method.freeFrom) }),
    method.note,
  ].filter((part) => part !== '')
  return (
    <li>
      {t(`delivery.${method.type}`)}
      {t('legal.colon')}
      {parts.join(t('payment.comma'))}
    </li>
  )
}

/** What a buyer may want to read before paying: who sells, on what terms, and how things are returned. */
export const LegalView = ({
  methods,
  cart,
  isDelivered,
}: {
  readonly methods: Methods | undefined
  readonly cart: CheckoutCart['cart']
  readonly isDelivered: boolean
}) => {
  const t = useText('checkout')
  const language = useLanguage()
  const seller = methods?.seller
  const currency = cart?.currency ?? 'TWD'
  const excepted = cart?.lines.filter(({ returnException }) => returnException !== null) ?? []
  return (
    <div className={css.legal} tabIndex={-1} data-legal-view>
      {seller && (
        <section>
          <h3>{t('legal.seller')}</h3>
          <p>{seller.legalName || seller.name}</p>
          {seller.taxId !== '' && <p>{t('legal.taxId', { id: seller.taxId })}</p>}
          {seller.legalAddress !== '' && <p>{seller.legalAddress}</p>}
          {seller.legalPhone !== '' && <p>{t('legal.phone', { phone: seller.legalPhone })}</p>}
          {isWebLink(seller.contactLink) && (
            <p>
              <a href={seller.contactLink} target="_blank" rel="noopener noreferrer">
                {t('legal.contact')}
              </a>
            </p>
          )}
        </section>
      )}
      <section>
        <h3>{t('legal.terms')}</h3>
        <ul>
          <li>{t('legal.hold')}</li>
          <li>{t('legal.price')}</li>
          <li>{t('payment.safe')}</li>
          <li>{t('legal.invoice')}</li>
        </ul>
        {isDelivered && methods && methods.deliveries.length > 0 && (
          <>
            <h4>{t('legal.delivery')}</h4>
            <ul>
              {methods.deliveries.map((method) => (
                <DeliveryTerm key={method.type} method={method} currency={currency} />
              ))}
            </ul>
          </>
        )}
      </section>
      <section>
        <h3>{t('legal.returns')}</h3>
        {isDelivered ? (
          <ul>
            <li>{t('legal.sevenDays')}</li>
            <li>{t('legal.howToReturn')}</li>
            {excepted.map((line) => (
              <li key={line.variantId}>
                {lineName(line)}
                {t('legal.colon')}
                {line.returnException !== null && returnExceptionNotices[line.returnException][language]}
              </li>
            ))}
          </ul>
        ) : (
          <p>{t('legal.placeReturn')}</p>
        )}
      </section>
    </div>
  )
}
