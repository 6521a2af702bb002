import { FirmFields } from '@kaimai/contract/firm/firm.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledInput, LabelledSwitch } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { SellerPreview } from './seller-preview.tsx'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({
  name: true,
  contactLink: true,
  legalName: true,
  taxId: true,
  legalAddress: true,
  legalPhone: true,
  orderNoPrefix: true,
  disclosure: true,
  searchable: true,
})

export const BusinessSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({
      name,
      contactLink,
      legalName,
      taxId,
      legalAddress,
      legalPhone,
      orderNoPrefix,
      disclosure,
      searchable,
    }) => ({
      name,
      contactLink,
      legalName,
      taxId,
      legalAddress,
      legalPhone,
      orderNoPrefix,
      disclosure,
      searchable,
    }),
  })
  const disclose = async (disclosure: boolean) => {
    if (!disclosure) {
      const agreed = await askToConfirm({
        title: t('business.disclosureOff'),
        text: t('business.disclosureLaw'),
        ok: t('business.disclosureOk'),
        danger: true,
      })
      if (!agreed) return
    }
    form.set({ disclosure })
  }
  return (
    <SectionFrame form={form} preview={<SellerPreview firm={form.values} />}>
      <Block title={t('business.shop')} why={t('business.shopWhy')}>
        <LabelledInput
          {...form.field('name')}
          label={t('business.name')}
          required
          max={60}
          autoComplete="organization"
        />
        <LabelledInput
          {...form.field('contactLink')}
          label={t('business.contactLink')}
          optional
          type="url"
          inputMode="url"
          placeholder="https://line.me/…"
          description={t('business.contactLinkHint')}
        />
      </Block>
      <Block title={t('business.legal')} why={t('business.legalWhy')}>
        <TwoColumns>
          <LabelledInput {...form.field('legalName')} label={t('business.legalName')} optional />
          <LabelledInput
            {...form.field('taxId')}
            label={t('business.taxId')}
            optional
            inputMode="numeric"
            description={t('business.taxIdHint')}
          />
          <LabelledInput {...form.field('legalAddress')} label={t('business.legalAddress')} optional />
          <LabelledInput
            {...form.field('legalPhone')}
            label={t('business.legalPhone')}
            optional
            type="tel"
            inputMode="tel"
          />
        </TwoColumns>
      </Block>
      <Block title={t('business.orders')} why={t('business.ordersWhy')}>
        <TwoColumns>
          <LabelledInput
            {...form.field('orderNoPrefix')}
            onChange={(text) => form.set({ orderNoPrefix: text.toUpperCase() })}
            label={t('business.orderNoPrefix')}
            optional
            max={6}
            description={t('business.orderNoPrefixHint', { number: `${form.values.orderNoPrefix}2611200001` })}
          />
        </TwoColumns>
      </Block>
      <Block title={t('business.search')} why={t('business.searchWhy')}>
        <LabelledSwitch
          name="searchable"
          value={form.values.searchable}
          onChange={(searchable) => form.set({ searchable })}
          label={t('business.searchable')}
          description={t('business.searchableHint')}
          error={form.errorAt('searchable')}
        />
      </Block>
      <Block title={t('business.honesty')} why={t('business.honestyWhy')}>
        <LabelledSwitch
          name="disclosure"
          value={form.values.disclosure}
          onChange={(on) => void disclose(on)}
          label={t('business.disclosure')}
          description={t('business.disclosureHint')}
          error={form.errorAt('disclosure')}
        />
      </Block>
    </SectionFrame>
  )
}
