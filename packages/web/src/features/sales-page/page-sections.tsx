import { salesPageLimits } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { instantOf, wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput, LabelledTextarea } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { ToneSwatches } from '../../ui/tone-swatches.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { AddressField } from './address-field.tsx'
import { BlockList } from './block-list.tsx'
import { ProductsField } from './products-field.tsx'
import type { ContentSectionProps, SectionProps } from './section-props.ts'

export const BasicsSection = ({ form, id }: SectionProps & { id: string | undefined }) => {
  const t = useText('sales-page')
  return (
    <FormSection id="basics" title={t('section.basics')} why={t('form.basicsWhy')}>
      <LabelledInput
        {...form.field('title')}
        label={t('form.title')}
        description={t('form.titleHint')}
        placeholder={t('form.titleExample')}
        required
        max={60}
      />
      <LabelledInput
        {...form.field('lead')}
        label={t('form.leadLine')}
        placeholder={t('form.leadExample')}
        max={160}
        optional
      />
      <AddressField form={form} id={id} />
    </FormSection>
  )
}

export const ProductsSection = ({
  form,
  content,
  known,
  isReady,
  onSeen,
}: ContentSectionProps & { readonly isReady: boolean }) => {
  const t = useText('sales-page')
  return (
    <FormSection id="products" title={t('section.products')} why={t('form.productsWhy')}>
      <ProductsField
        value={form.values.productIdList}
        onChange={content.sell}
        known={known.products}
        isReady={isReady}
        onSeen={onSeen}
        error={form.errorAt('productIdList')}
      />
    </FormSection>
  )
}

export const PageSection = ({ form, content, known, onSeen }: ContentSectionProps) => {
  const t = useText('sales-page')
  const { colorToneId, posterInfoList } = form.values
  return (
    <FormSection id="page" title={t('section.page')} why={t('form.pageWhy')}>
      <ImagesPicker
        name="posterInfoList"
        label={t('form.posters')}
        description={t('form.postersHint')}
        value={posterInfoList}
        onChange={(urls) => form.set({ posterInfoList: urls })}
        error={form.errorBelow('posterInfoList')}
        max={salesPageLimits.posters}
      />
      <ToneSwatches
        name="colorToneId"
        label={t('form.tone')}
        description={t('form.toneHint')}
        value={colorToneId}
        onChange={(tone) => form.set({ colorToneId: tone })}
        error={form.errorAt('colorToneId')}
        nameOf={(id) => t(`tone.${id}`)}
      />
      <BlockList form={form} content={content} known={known} onSeen={onSeen} />
    </FormSection>
  )
}

const zone = 'Asia/Taipei'
const wallOf = (iso: string | null): string => (iso === null ? '' : wallTimeOf(iso, zone))
const isoOf = (wall: string): string | null => {
  const ms = wall === '' ? Number.NaN : instantOf(wall, zone)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

export const TimeSection = ({ form }: SectionProps) => {
  const t = useText('sales-page')
  const field = (name: 'beginAt' | 'endAt') => ({
    name,
    value: wallOf(form.values[name]),
    onChange: (wall: string) => form.set({ [name]: isoOf(wall) }),
    onBlur: () => form.check(name),
    error: form.errorAt(name),
    clearable: true,
    optional: true,
  })
  return (
    <FormSection id="time" title={t('section.time')} why={t('form.timeWhy')}>
      <TwoColumns>
        <LabelledDateTime
          {...field('beginAt')}
          label={t('form.beginAt')}
          placeholder={t('form.beginNow')}
          description={t('form.beginHint')}
        />
        <LabelledDateTime
          {...field('endAt')}
          label={t('form.endAt')}
          placeholder={t('form.endNever')}
          description={t('form.endHint')}
        />
      </TwoColumns>
    </FormSection>
  )
}

export const ShareSection = ({ form }: SectionProps) => {
  const t = useText('sales-page')
  const { metaImage } = form.values
  return (
    <FormSection id="share" title={t('section.share')} why={t('form.shareWhy')}>
      <LabelledInput
        {...form.field('metaTitle')}
        label={t('form.metaTitle')}
        placeholder={form.values.title}
        max={80}
        optional
      />
      <LabelledTextarea
        {...form.field('metaDescription')}
        label={t('form.metaDescription')}
        placeholder={form.values.lead}
        rows={2}
        max={200}
        optional
      />
      <ImagesPicker
        name="metaImage"
        label={t('form.metaImage')}
        description={t('form.metaImageHint')}
        value={metaImage === '' ? [] : [metaImage]}
        onChange={([url = '']) => form.set({ metaImage: url })}
        error={form.errorAt('metaImage')}
        max={1}
      />
    </FormSection>
  )
}
