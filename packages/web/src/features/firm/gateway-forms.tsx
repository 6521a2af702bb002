import type { FirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import { gatewayExtraKeys, gatewayKeys, gatewayNames } from '@kaimai/contract/firm/firm.rules.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import own from './ordered.module.css'
import { SecretField, type TypedSecrets } from './secret-field.tsx'

interface Values {
  readonly gateways: FirmSetting['gateways']
  readonly transfer: FirmSetting['transfer']
  readonly secrets: TypedSecrets
}

interface GatewayFormsProps {
  readonly setting: FirmSetting
  readonly form: {
    readonly values: Values
    set(patch: Partial<Values>): void
    check(path: string): void
    errorAt(path: string): string | undefined
  }
}

/** What each payment company has given the merchant; of one that can't carry payments here yet it is kept. */
export const GatewayForms = ({ setting, form }: GatewayFormsProps) => {
  const t = useText('firm')
  const { gateways, transfer, secrets } = form.values
  const isStored = (name: (typeof gatewayNames)[number]) =>
    setting.gateways[name] !== '' && gatewayKeys[name].every((key) => setting.secrets[key].set)
  const isReplaced = (name: (typeof gatewayNames)[number]) =>
    isStored(name) && gateways[name] !== setting.gateways[name]
  const transferField = (name: keyof typeof transfer) => ({
    name: `transfer.${name}`,
    value: transfer[name],
    onChange: (text: string) => form.set({ transfer: { ...transfer, [name]: text } }),
    onBlur: () => form.check(`transfer.${name}`),
    error: form.errorAt(`transfer.${name}`),
  })
  return (
    <div>
      {gatewayNames.map((name) => (
        <details key={name} className={own.gate}>
          <summary>
            <IconChevronRight {...icon16} />
            <b>{t(`payment.gateway.${name}`)}</b>
            <State kept={isStored(name)} runs={setting.paymentGateways.includes(name)} />
          </summary>
          <div className={own.inside}>
            <TwoColumns>
              <LabelledInput
                name={`gateways.${name}`}
                label={t(`payment.merchantId.${name}`)}
                {...(isReplaced(name) && { description: t('payment.replacedHint') })}
                value={gateways[name]}
                onChange={(text) => form.set({ gateways: { ...gateways, [name]: text } })}
                onBlur={() => form.check(`gateways.${name}`)}
                error={form.errorAt(`gateways.${name}`)}
              />
              {[...gatewayKeys[name], ...(gatewayExtraKeys[name] ?? [])].map((key) => (
                <SecretField
                  key={key}
                  name={key}
                  label={t(`payment.key.${key}`)}
                  {...(key === 'ecpayCreditCheckCode' && { description: t('payment.checkCodeHint') })}
                  setting={setting}
                  typed={secrets}
                  onType={(typed) => form.set({ secrets: typed })}
                  onLeave={() => form.check(`secrets.${key}`)}
                  error={form.errorAt(`secrets.${key}`)}
                />
              ))}
            </TwoColumns>
          </div>
        </details>
      ))}
      <details className={own.gate}>
        <summary>
          <IconChevronRight {...icon16} />
          <b>{t('payment.gateway.transfer')}</b>
          <State kept={setting.transfer.account !== ''} runs={setting.paymentGateways.includes('transfer')} />
        </summary>
        <div className={own.inside}>
          <TwoColumns>
            <LabelledInput {...transferField('bankCode')} label={t('payment.bankCode')} inputMode="numeric" />
            <LabelledInput {...transferField('account')} label={t('payment.account')} inputMode="numeric" />
            <LabelledInput {...transferField('holder')} label={t('payment.holder')} />
          </TwoColumns>
        </div>
      </details>
    </div>
  )
}

/** `runs`: it can carry payments on this server today. */
const State = ({ kept, runs }: { kept: boolean; runs: boolean }) => {
  const t = useText('firm')
  const words = runs ? (kept ? 'kept' : 'inactive') : kept ? 'unsupportedKept' : 'unsupported'
  return (
    <span>
      <TagChip colour={runs && kept ? 'blue' : 'grey'}>{t(`payment.${words}`)}</TagChip>
    </span>
  )
}
