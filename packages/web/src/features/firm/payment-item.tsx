import { methodHoldMinutes, type PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentSetting } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { LabelledNumber, LabelledSelect, LabelledSwitch } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { MoneyField } from './money-field.tsx'
import own from './ordered.module.css'
import { MoveButtons } from './ordered.tsx'

const dayMinutes = 24 * 60

interface PaymentItemProps {
  readonly setting: PaymentSetting
  readonly place: number
  readonly count: number
  /** Those that can carry the method here. */
  readonly gateways: readonly PaymentGatewayName[]
  readonly form: { check(path: string): void; errorAt(path: string): string | undefined }
  readonly onChange: (patch: Partial<PaymentSetting>) => void
  readonly onMove: (by: number) => void
}

/** One way to pay: whether it is offered, by whom it is carried, and its terms. */
export const PaymentItem = ({ setting, place, count, gateways, form, onChange, onMove }: PaymentItemProps) => {
  const t = useText('firm')
  const mayWrite = useMay('setting', true)
  const { method, gateway, offered, fee, least, most, holdMinutes } = setting
  const name = t(`payment.method.${method}`)
  const at = (field: keyof PaymentSetting) => {
    const path = `paymentMethods.${place}.${field}`
    return { name: path, onBlur: () => form.check(path), error: form.errorAt(path) }
  }
  const usualHold = methodHoldMinutes[method]
  return (
    <div className={own.item} role="group" aria-label={name}>
      <div className={own.top}>
        <LabelledSwitch
          label={name}
          value={offered}
          onChange={(on) => onChange({ offered: on })}
          error={undefined}
          disabled={!mayWrite}
        />
        <StatusChip colour={offered ? 'green' : 'grey'}>
          {t(offered ? 'payment.offered' : 'payment.notOffered')}
        </StatusChip>
        {mayWrite && count > 1 && <MoveButtons name={name} place={place} count={count} onMove={onMove} />}
      </div>
      {offered && (
        <div className={own.three}>
          <LabelledSelect
            {...at('gateway')}
            label={t('payment.carrier')}
            value={gateway}
            choices={gateways.map((each) => ({ value: each, label: t(`payment.gateway.${each}`) }))}
            onChange={(next) => next !== '' && onChange({ gateway: next })}
          />
          <MoneyField
            {...at('fee')}
            label={t('payment.fee')}
            value={fee}
            onChange={(next) => onChange({ fee: next ?? 0 })}
          />
          <details className={own.terms}>
            <summary>
              <IconChevronRight {...icon16} />
              {t('payment.terms')}
            </summary>
            <div className={own.three}>
              <MoneyField
                {...at('least')}
                label={t('payment.least')}
                value={least}
                placeholder={t('payment.anyAmount')}
                onChange={(next) => onChange({ least: next })}
              />
              <MoneyField
                {...at('most')}
                label={t('payment.most')}
                value={most}
                placeholder={t('payment.anyAmount')}
                onChange={(next) => onChange({ most: next })}
              />
              {usualHold !== null && (
                <LabelledNumber
                  {...at('holdMinutes')}
                  label={t('payment.hold')}
                  unit={t('payment.minutes')}
                  value={holdMinutes ?? undefined}
                  placeholder={
                    usualHold < dayMinutes
                      ? t('payment.usualHold', { minutes: usualHold })
                      : t('payment.usualHoldDays', { days: usualHold / dayMinutes })
                  }
                  onChange={(next) => onChange({ holdMinutes: next ?? null })}
                />
              )}
            </div>
          </details>
        </div>
      )}
    </div>
  )
}
