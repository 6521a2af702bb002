import type { Currency } from '@kaimai/contract/common/money.ts'
import { deliveryFeeOf } from '@kaimai/contract/order/order.rules.ts'
import { countiesOf, useDistricts } from '../../lib/address/districts.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { invoiceClassText, invoiceFieldText, methodText } from './order-labels.ts'
import {
  emptyDelivery,
  emptyInvoice,
  invoiceClasses,
  type NewDelivery,
  type NewInvoice,
  type NewOrderValues,
  paymentsFor,
} from './new-order-draft.ts'
import type { OrderWays } from './order.api.ts'

type Form = Pick<SchemaForm<NewOrderValues>, 'values' | 'set' | 'errorAt'>

const HomeFields = ({ form, home }: { form: Form; home: Extract<NewDelivery, { type: 'home' }> }) => {
  const t = useText('order')
  const { districts, hasFailed, load } = useDistricts()
  if (hasFailed) return <ErrorState title={t('newOrder.noDistricts')} onRetry={load} />
  const all = districts ?? []
  const same = all.filter(({ county }) => county === home.county)
  const change = (part: Partial<typeof home>) => form.set({ delivery: { ...home, ...part } })
  return (
    <>
      <TwoColumns>
        <LabelledSelect
          name="delivery.county"
          label={t('newOrder.county')}
          value={home.county}
          onChange={(county) => change({ county, district: '', zipcode: '' })}
          choices={countiesOf(all).map((county) => ({ value: county, label: county }))}
          error={form.errorAt('delivery.county')}
          disabled={districts === undefined}
          searchable
          required
        />
        {/* The post code comes with the district, and so do its errors. */}
        <div data-field="delivery.zipcode">
          <LabelledSelect
            name="delivery.district"
            label={t('newOrder.district')}
            value={home.district}
            onChange={(district) =>
              change({ district, zipcode: same.find((each) => each.district === district)?.zipcode ?? '' })
            }
            choices={same.map(({ district, zipcode }) => ({ value: district, label: `${zipcode} ${district}` }))}
            error={form.errorAt('delivery.district') ?? form.errorAt('delivery.zipcode')}
            disabled={home.county === ''}
            searchable
            required
          />
        </div>
      </TwoColumns>
      <LabelledInput
        name="delivery.address"
        label={t('delivery.address')}
        value={home.address}
        onChange={(address) => change({ address })}
        error={form.errorAt('delivery.address')}
        required
        max={200}
      />
    </>
  )
}

const StoreFields = ({ form, store }: { form: Form; store: Extract<NewDelivery, { type: 'store' }> }) => {
  const t = useText('order')
  const change = (part: Partial<typeof store>) => form.set({ delivery: { ...store, ...part } })
  return (
    <TwoColumns>
      <LabelledInput
        name="delivery.storeName"
        label={t('delivery.store')}
        value={store.storeName}
        onChange={(storeName) => change({ storeName })}
        error={form.errorAt('delivery.storeName')}
        required
        max={60}
      />
      <LabelledInput
        name="delivery.storeCode"
        label={t('newOrder.storeCode')}
        value={store.storeCode}
        onChange={(storeCode) => change({ storeCode })}
        error={form.errorAt('delivery.storeCode')}
        required
        max={20}
      />
    </TwoColumns>
  )
}

/** The number that an invoice of this class needs, if it needs one. */
const InvoiceNumber = ({ form, invoice }: { form: Form; invoice: NewInvoice }) => {
  const t = useText('order')
  switch (invoice.class) {
    case 'mobileBarcode':
    case 'certificate':
      return (
        <LabelledInput
          name="invoice.carrier"
          label={invoiceFieldText(t, 'carrier')}
          value={invoice.carrier}
          onChange={(carrier) => form.set({ invoice: { ...invoice, carrier: carrier.toUpperCase() } })}
          error={form.errorAt('invoice.carrier')}
          required
        />
      )
    case 'company':
      return (
        <TwoColumns>
          <LabelledInput
            name="invoice.taxId"
            label={invoiceFieldText(t, 'taxId')}
            value={invoice.taxId}
            onChange={(taxId) => form.set({ invoice: { ...invoice, taxId } })}
            error={form.errorAt('invoice.taxId')}
            inputMode="numeric"
            required
          />
          <LabelledInput
            name="invoice.title"
            label={invoiceFieldText(t, 'title')}
            value={invoice.title ?? ''}
            onChange={(title) => form.set({ invoice: { ...invoice, title } })}
            error={form.errorAt('invoice.title')}
            optional
          />
        </TwoColumns>
      )
    case 'donation':
      return (
        <LabelledInput
          name="invoice.loveCode"
          label={invoiceFieldText(t, 'loveCode')}
          value={invoice.loveCode}
          onChange={(loveCode) => form.set({ invoice: { ...invoice, loveCode } })}
          error={form.errorAt('invoice.loveCode')}
          inputMode="numeric"
          required
        />
      )
    case 'member':
    case 'paper':
      return null
  }
}

/** How it is handed over, paid and invoiced, with what each costs. */
export const NewOrderWays = ({
  form,
  ways,
  subtotal,
}: {
  readonly form: Form
  readonly ways: OrderWays
  /** Minor units: some deliveries are free from one on. */
  readonly subtotal: number
}) => {
  const t = useText('order')
  const f = useFormat()
  const { delivery, paymentMethod, invoice } = form.values
  const currency: Currency = ways.currency
  const payments = paymentsFor(ways, delivery.type)
  const withCost = (words: string, amount: number) =>
    amount === 0 ? words : `${words}・${f.money({ amount, currency })}`
  return (
    <>
      <LabelledSelect
        name="delivery.type"
        label={t('delivery.type')}
        value={delivery.type}
        onChange={(type) => {
          if (type === '') return
          const suited = paymentsFor(ways, type)
          const kept = suited.find(({ method }) => method === paymentMethod) ?? suited[0]
          form.set({ delivery: emptyDelivery(type), ...(kept ? { paymentMethod: kept.method } : {}) })
        }}
        choices={ways.methods.map((method) => ({
          value: method.type,
          label: withCost(t(`deliveryType.${method.type}`), deliveryFeeOf(method, subtotal)),
        }))}
        error={form.errorAt('delivery.type')}
      />
      {delivery.type === 'home' && <HomeFields form={form} home={delivery} />}
      {delivery.type === 'store' && <StoreFields form={form} store={delivery} />}
      <LabelledSelect
        name="paymentMethod"
        label={t('column.method')}
        value={paymentMethod}
        onChange={(method) => {
          if (method !== '') form.set({ paymentMethod: method })
        }}
        choices={payments.map(({ method, fee }) => ({ value: method, label: withCost(methodText(t, method), fee) }))}
        error={form.errorAt('paymentMethod')}
        description={ways.isTest ? t('newOrder.test') : undefined}
      />
      <LabelledSelect
        name="invoice.class"
        label={t('invoice.class')}
        value={invoice.class}
        onChange={(kind) => {
          if (kind !== '') form.set({ invoice: emptyInvoice(kind) })
        }}
        choices={invoiceClasses.map((kind) => ({ value: kind, label: invoiceClassText(t, kind) }))}
      />
      <InvoiceNumber form={form} invoice={invoice} />
    </>
  )
}
