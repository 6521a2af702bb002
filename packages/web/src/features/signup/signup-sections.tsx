import { emailLetterChoices, smsLetterChoices } from '@kaimai/contract/signup/signup-parts.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { LabelledInput, LabelledSelect, LabelledSwitch, LabelledTextarea } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { ContentEditor } from './content-editor.tsx'
import type { SignupFields } from './form-values.ts'
import { addressPrefix } from '../../lib/paths/address-prefix.ts'
import { formPath } from './public-address.ts'
import { SessionField } from './session-field.tsx'
import { QuestionListField } from './question-list-field.tsx'
import { SeriesField } from './series-field.tsx'
import type { SessionOffer } from './signup.api.ts'
import { ToneChoice } from './tone-choice.tsx'
import { useAddressCheck } from './use-address-check.ts'

interface SectionProps {
  readonly form: SchemaForm<SignupFields>
}

/** Posters a form may have, as the contract says. */
const postersMax = 8

export const BasicsSection = ({ form, id }: SectionProps & { id: string | undefined }) => {
  const t = useText('signup')
  const address = useAddressCheck(form.values.customUrl, id)
  const custom = form.field('customUrl')
  return (
    <FormSection id="basics" title={t('section.basics')} why={t('form.basicsWhy')}>
      <TwoColumns>
        <LabelledInput {...form.field('signupName')} label={t('form.name')} required max={80} />
        <LabelledInput
          {...custom}
          onChange={(typed) => form.set({ customUrl: typed.toLowerCase() })}
          error={custom.error ?? address.error}
          good={address.good}
          label={t('form.customUrl')}
          description={t('form.customUrlHint')}
          prefix={addressPrefix(formPath(''))}
          inputMode="url"
          required
        />
      </TwoColumns>
    </FormSection>
  )
}

export const SessionsSection = ({ form, offer }: SectionProps & { offer: SessionOffer }) => {
  const t = useText('signup')
  return (
    <FormSection id="sessions" title={t('section.sessions')} why={t('form.sessionsWhy')}>
      <SessionField
        value={form.values.sessionInfoList}
        onChange={(sessionInfoList) => form.set({ sessionInfoList })}
        lives={offer.lives}
        errorAt={form.errorAt}
      />
      <SeriesField
        value={form.values.seriesList}
        onChange={(seriesList) => form.set({ seriesList })}
        templates={offer.templates}
        hoursLeft={offer.hoursLeft}
        errorAt={form.errorAt}
      />
    </FormSection>
  )
}

export const PageSection = ({ form }: SectionProps) => {
  const t = useText('signup')
  const { colorToneId, posterInfoList, backgroundImage } = form.values
  return (
    <FormSection id="page" title={t('section.page')} why={t('form.pageWhy')}>
      <LabelledInput
        {...form.field('signupTitle')}
        label={t('form.title')}
        description={t('form.titleHint')}
        required
        max={40}
      />
      <TwoColumns>
        <LabelledInput
          {...form.field('screenTopText')}
          label={t('form.topText')}
          placeholder={t('form.topTextExample')}
          max={60}
          optional
        />
        <ToneChoice
          value={colorToneId}
          onChange={(tone) => form.set({ colorToneId: tone })}
          error={form.errorAt('colorToneId')}
        />
      </TwoColumns>
      <ImagesPicker
        name="posterInfoList"
        label={t('form.posters')}
        description={t('form.postersHint')}
        value={posterInfoList}
        onChange={(urls) => form.set({ posterInfoList: urls })}
        error={form.errorBelow('posterInfoList')}
        max={postersMax}
      />
      <ImagesPicker
        name="backgroundImage"
        label={t('form.background')}
        description={t('form.backgroundHint')}
        value={backgroundImage === '' ? [] : [backgroundImage]}
        onChange={([url = '']) => form.set({ backgroundImage: url })}
        error={form.errorAt('backgroundImage')}
        max={1}
      />
      <ContentEditor {...form.field('signupContent')} />
      <TwoColumns>
        <LabelledInput
          {...form.field('signupCountdownTitle')}
          label={t('form.countdown')}
          placeholder={t('first.countdown')}
          max={40}
          optional
        />
      </TwoColumns>
    </FormSection>
  )
}

export const QuestionsSection = ({ form }: SectionProps) => {
  const t = useText('signup')
  return (
    <FormSection id="questions" title={t('section.questions')} why={t('form.questionsWhy')}>
      <LabelledSwitch
        name="countyRequired"
        label={t('form.county')}
        description={t('form.countyHint')}
        value={form.values.countyRequired}
        onChange={(countyRequired) => form.set({ countyRequired })}
      />
      <QuestionListField
        value={form.values.questionList}
        onChange={(questionList) => form.set({ questionList })}
        errorAt={form.errorAt}
      />
    </FormSection>
  )
}

export const AfterSection = ({ form }: SectionProps) => {
  const t = useText('signup')
  return (
    <FormSection id="after" title={t('section.after')} why={t('form.afterWhy')}>
      <LabelledTextarea
        {...form.field('signupNotice')}
        label={t('form.notice')}
        description={t('form.noticeHint')}
        max={1000}
      />
      <LabelledTextarea
        {...form.field('signupSuccessInfo')}
        label={t('form.success')}
        description={t('form.successHint')}
        max={1000}
      />
      <TwoColumns>
        <LabelledSelect
          {...form.field('emailLetterTemplate')}
          onChange={(choice) => choice !== '' && form.set({ emailLetterTemplate: choice })}
          label={t('form.emailLetter')}
          description={t('form.emailLetterHint')}
          choices={emailLetterChoices.map((value) => ({ value, label: t(`letter.${value}`) }))}
        />
        <LabelledSelect
          {...form.field('smsLetterTemplate')}
          onChange={(choice) => choice !== '' && form.set({ smsLetterTemplate: choice })}
          label={t('form.smsLetter')}
          description={t('form.smsLetterHint')}
          choices={smsLetterChoices.map((value) => ({ value, label: t(`letter.${value}`) }))}
        />
      </TwoColumns>
    </FormSection>
  )
}

export const ShareSection = ({ form }: SectionProps) => {
  const t = useText('signup')
  const { metaImage } = form.values
  return (
    <FormSection id="share" title={t('section.share')} why={t('form.shareWhy')}>
      <LabelledInput
        {...form.field('metaTitle')}
        label={t('form.metaTitle')}
        placeholder={form.values.signupTitle}
        max={80}
        optional
      />
      <LabelledTextarea
        {...form.field('metaDescription')}
        label={t('form.metaDescription')}
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
