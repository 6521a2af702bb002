import { FirmFields, SecretChanges } from '@kaimai/contract/firm/firm.schema.ts'
import type { InvoiceSetting } from '@kaimai/contract/firm/firm-methods.schema.ts'
import { invoiceClasses, invoiceProviders, invoiceTimes } from '@kaimai/contract/firm/firm.rules.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import own from './ordered.module.css'
import { SecretField } from './secret-field.tsx'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ invoice: true }).extend({ secrets: SecretChanges })

export const InvoiceSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const mayWrite = useMay('setting', true)
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ invoice }) => ({ invoice, secrets: {} }),
  })
  const { invoice, secrets } = form.values
  const set = (patch: Partial<InvoiceSetting>) => form.set({ invoice: { ...invoice, ...patch } })
  const at = (name: string) => {
    const path = `invoice.${name}`
    return { name: path, onBlur: () => form.check(path), error: form.errorAt(path) }
  }
  const text = (name: 'merchantId' | 'sellerName' | 'sellerTaxId' | 'sellerAddress') => ({
    ...at(name),
    value: invoice[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  const setDonation = (place: number, patch: Partial<InvoiceSetting['donations'][number]>) =>
    set({ donations: invoice.donations.map((each, index) => (index === place ? { ...each, ...patch } : each)) })
  return (
    <SectionFrame form={form}>
      <Block
        title={t('invoice.provider')}
        why={t('invoice.providerWhy')}
        state={<TagChip>{t('invoice.inactive')}</TagChip>}
      >
        <TwoColumns>
          <LabelledSelect
            {...at('provider')}
            label={t('invoice.company')}
            value={invoice.provider}
            onChange={(provider) => set({ provider: provider || 'none' })}
            choices={invoiceProviders.map((value) => ({ value, label: t(`invoice.providerName.${value}`) }))}
          />
          {invoice.provider !== 'none' && <LabelledInput {...text('merchantId')} label={t('invoice.merchantId')} />}
          {invoice.provider !== 'none' &&
            (['invoiceHashKey', 'invoiceHashIv'] as const).map((key) => (
              <SecretField
                key={key}
                name={key}
                label={t(`invoice.key.${key}`)}
                setting={setting}
                typed={secrets}
                onType={(typed) => form.set({ secrets: typed })}
                onLeave={() => form.check(`secrets.${key}`)}
                error={form.errorAt(`secrets.${key}`)}
              />
            ))}
        </TwoColumns>
      </Block>
      <Block title={t('invoice.seller')} why={t('invoice.sellerWhy')}>
        <TwoColumns>
          <LabelledInput
            {...text('sellerName')}
            label={t('invoice.sellerName')}
            optional
            placeholder={setting.legalName || setting.name}
          />
          <LabelledInput
            {...text('sellerTaxId')}
            label={t('invoice.sellerTaxId')}
            optional
            inputMode="numeric"
            placeholder={setting.taxId}
          />
          <LabelledInput
            {...text('sellerAddress')}
            label={t('invoice.sellerAddress')}
            optional
            placeholder={setting.legalAddress}
          />
        </TwoColumns>
      </Block>
      <Block title={t('invoice.habits')} why={t('invoice.habitsWhy')}>
        <TwoColumns>
          <LabelledSelect
            {...at('defaultClass')}
            label={t('invoice.defaultClass')}
            value={invoice.defaultClass}
            onChange={(defaultClass) => set({ defaultClass: defaultClass || 'mobileBarcode' })}
            choices={invoiceClasses.map((value) => ({ value, label: t(`invoice.class.${value}`) }))}
          />
          <LabelledSelect
            {...at('issueAt')}
            label={t('invoice.issueAt')}
            value={invoice.issueAt}
            onChange={(issueAt) => set({ issueAt: issueAt || 'paid' })}
            choices={invoiceTimes.map((value) => ({ value, label: t(`invoice.time.${value}`) }))}
            description={t('invoice.issueAtHint')}
          />
        </TwoColumns>
      </Block>
      <Block title={t('invoice.donations')} why={t('invoice.donationsWhy')}>
        <div className={own.list} data-field="invoice.donations">
          {invoice.donations.map(({ loveCode, name }, place) => (
            // Places are what the list has: two rows may be empty at once.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={place} className={own.item}>
              <div className={own.donation}>
                <LabelledInput
                  {...at(`donations.${place}.loveCode`)}
                  label={t('invoice.loveCode')}
                  inputMode="numeric"
                  value={loveCode}
                  onChange={(value) => setDonation(place, { loveCode: value })}
                />
                <LabelledInput
                  {...at(`donations.${place}.name`)}
                  label={t('invoice.organisation')}
                  value={name}
                  onChange={(value) => setDonation(place, { name: value })}
                />
                {mayWrite && (
                  <IconButton
                    label={t('invoice.takeOff', { name: name || loveCode })}
                    icon={<IconTrash {...icon16} />}
                    onClick={() => set({ donations: invoice.donations.filter((_, index) => index !== place) })}
                  />
                )}
              </div>
            </div>
          ))}
          {form.errorAt('invoice.donations') !== undefined && (
            <p className={own.error} role="alert">
              {form.errorAt('invoice.donations')}
            </p>
          )}
        </div>
        {mayWrite && invoice.donations.length < 20 && (
          <div>
            <Button
              size="s"
              icon={<IconPlus {...icon16} />}
              onClick={() => set({ donations: [...invoice.donations, { loveCode: '', name: '' }] })}
            >
              {t('invoice.addDonation')}
            </Button>
          </div>
        )}
      </Block>
    </SectionFrame>
  )
}
