import { FirmFields, SecretChanges } from '@kaimai/contract/firm/firm.schema.ts'
import type { PaymentSetting } from '@kaimai/contract/firm/firm-methods.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { LabelledSwitch } from '../../ui/field.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { ChoicesPreview } from './choices-preview.tsx'
import { GatewayForms } from './gateway-forms.tsx'
import { MoneyField } from './money-field.tsx'
import { moveItem } from '../../lib/list/move-item.ts'
import { MoveButtons } from './ordered.tsx'
import own from './ordered.module.css'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ paymentMethods: true, gateways: true, transfer: true }).extend({
  secrets: SecretChanges,
})

export const PaymentSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const f = useFormat()
  const mayWrite = useMay('setting', true)
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ paymentMethods, gateways, transfer }) => ({ paymentMethods, gateways, transfer, secrets: {} }),
  })
  const methods = form.values.paymentMethods
  const hasEngine = ({ method }: PaymentSetting) => setting.paymentEngines.includes(method)
  // Those that can be used stand first; among themselves they keep the firm's order.
  const usable = methods.filter(hasEngine)
  const others = methods.filter((each) => !hasEngine(each))
  const setUsable = (next: readonly PaymentSetting[]) => form.set({ paymentMethods: [...next, ...others] })
  const change = (place: number, patch: Partial<PaymentSetting>) =>
    setUsable(usable.map((each, at) => (at === place ? { ...each, ...patch } : each)))
  const preview = (
    <ChoicesPreview
      title={t('payment.seen')}
      none={t('payment.noneSeen')}
      choices={usable
        .filter(({ offered }) => offered)
        .map(({ method, fee }) => ({
          id: method,
          name: t(`payment.shown.${method}`),
          price: fee === 0 ? '' : t('payment.feeSeen', { fee: f.money({ amount: fee, currency: 'TWD' }) }),
          note: t(`payment.shownNote.${method}`),
        }))}
    />
  )
  return (
    <SectionFrame form={form} preview={preview}>
      <Block title={t('payment.usable')} why={t('payment.usableWhy')}>
        {usable.length === 0 && <p className="caption">{t('payment.noneUsable')}</p>}
        <div className={own.list} data-field="paymentMethods">
          {usable.map(({ method, offered, fee }, place) => {
            const name = t(`payment.method.${method}`)
            const path = `paymentMethods.${place}.fee`
            return (
              <div key={method} className={own.item} role="group" aria-label={name}>
                <div className={own.top}>
                  <LabelledSwitch
                    label={name}
                    value={offered}
                    onChange={(on) => change(place, { offered: on })}
                    error={undefined}
                    disabled={!mayWrite}
                  />
                  <StatusChip colour={offered ? 'green' : 'grey'}>
                    {t(offered ? 'payment.offered' : 'payment.notOffered')}
                  </StatusChip>
                  {mayWrite && usable.length > 1 && (
                    <MoveButtons
                      name={name}
                      place={place}
                      count={usable.length}
                      onMove={(by) => setUsable(moveItem(usable, place, place + by))}
                    />
                  )}
                </div>
                <div className={own.fee}>
                  <MoneyField
                    name={path}
                    label={t('payment.fee')}
                    value={fee}
                    onChange={(next) => change(place, { fee: next ?? 0 })}
                    onBlur={() => form.check(path)}
                    error={form.errorAt(path)}
                  />
                </div>
              </div>
            )
          })}
        </div>
      </Block>
      <Block title={t('payment.gateways')} why={t('payment.gatewaysWhy')}>
        <GatewayForms form={form} setting={setting} />
      </Block>
    </SectionFrame>
  )
}
