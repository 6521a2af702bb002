import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Fact, Facts } from '../../ui/details.tsx'
import css from './order-drawer.module.css'
import { invoiceClassText, invoiceFieldText } from './order-labels.ts'

/** Who ordered; contact details only for those who may see them. */
export const BuyerFacts = ({ order: { personal, memo } }: { order: StaffOrder }) => {
  const t = useText('order')
  const { fullName, phone, email } = personal
  const isHidden = phone === '' && email === ''
  return (
    <Facts>
      <Fact label={t('buyer.fullName')}>{fullName}</Fact>
      {isHidden ? (
        <Fact label={t('buyer.contact')}>
          <span className={css.quiet}>{t('buyer.hidden')}</span>
        </Fact>
      ) : (
        <>
          <Fact label={t('buyer.phone')}>{phone !== '' && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}</Fact>
          <Fact label={t('buyer.email')}>{email !== '' && <a href={`mailto:${email}`}>{email}</a>}</Fact>
        </>
      )}
      {memo !== '' && <Fact label={t('buyer.memo')}>{memo}</Fact>}
    </Facts>
  )
}

export const DeliveryFacts = ({ order: { deliveryType, deliveryText } }: { order: StaffOrder }) => {
  const t = useText('order')
  return (
    <Facts>
      <Fact label={t('delivery.type')}>{t(`deliveryType.${deliveryType}`)}</Fact>
      {deliveryText !== '' && (
        <Fact label={t(deliveryType === 'store' ? 'delivery.store' : 'delivery.address')}>{deliveryText}</Fact>
      )}
    </Facts>
  )
}

export const InvoiceFacts = ({ order: { invoiceClass, invoice } }: { order: StaffOrder }) => {
  const t = useText('order')
  const fields = Object.entries(invoice).filter(([name, value]) => name !== 'class' && value !== '')
  return (
    <Facts>
      <Fact label={t('invoice.class')}>{invoiceClassText(t, invoiceClass)}</Fact>
      {fields.map(([name, value]) => (
        <Fact key={name} label={invoiceFieldText(t, name)}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}
