import { FirmFields, SecretChanges } from '@kaimai/contract/firm/firm.schema.ts'
import { carries } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentSetting } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import { moveItem } from '../../lib/list/move-item.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { ChoicesPreview } from './choices-preview.tsx'
import { GatewayForms } from './gateway-forms.tsx'
import own from './ordered.module.css'
import { PaymentItem } from './payment-item.tsx'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { TestModeCard } from './test-mode-card.tsx'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ paymentMethods: true, gateways: true, transfer: true }).extend({
  secrets: SecretChanges,
})

export const PaymentSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const f = useFormat()
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ paymentMethods, gateways, transfer }) => ({ paymentMethods, gateways, transfer, secrets: {} }),
  })
  const methods = form.values.paymentMethods
  const gatewaysFor = ({ method }: PaymentSetting) =>
    setting.paymentGateways.filter((gateway) => carries(gateway, method))
  const isUsable = (each: PaymentSetting) => setting.paymentGateways.includes(each.gateway)
  // Those that can be used stand first; among themselves they keep the firm's order.
  const usable = methods.filter(isUsable)
  const others = methods.filter((each) => !isUsable(each))
  const setUsable = (next: readonly PaymentSetting[]) => form.set({ paymentMethods: [...next, ...others] })
  const preview = (
    <ChoicesPreview
      title={t('payment.seen')}
      none={t('payment.noneSeen')}
      choices={usable
        .filter(({ offered }) => offered)
        .map(({ method, fee }) => ({
          id: method,
          name: t(`payment.method.${method}`),
          price: fee === 0 ? '' : t('payment.feeSeen', { fee: f.money({ amount: fee, currency: 'TWD' }) }),
          note: t(`payment.shownNote.${method}`),
        }))}
    />
  )
  return (
    <SectionFrame
      form={form}
      preview={preview}
      above={setting.testMode && <TestModeCard setting={setting} isDirty={form.dirty} />}
    >
      <Block title={t('payment.usable')} why={t('payment.usableWhy')}>
        {!setting.takesMoney && <p className="caption">{t('payment.needsHttps')}</p>}
        {usable.length === 0 && <p className="caption">{t('payment.noneUsable')}</p>}
        <div className={own.list} data-field="paymentMethods">
          {usable.map((each, place) => (
            <PaymentItem
              key={each.method}
              setting={each}
              place={place}
              count={usable.length}
              gateways={gatewaysFor(each)}
              form={form}
              onChange={(patch) => setUsable(usable.map((one, at) => (at === place ? { ...one, ...patch } : one)))}
              onMove={(by) => setUsable(moveItem(usable, place, place + by))}
            />
          ))}
        </div>
      </Block>
      <Block title={t('payment.gateways')} why={t('payment.gatewaysWhy')}>
        <GatewayForms form={form} setting={setting} />
      </Block>
    </SectionFrame>
  )
}
