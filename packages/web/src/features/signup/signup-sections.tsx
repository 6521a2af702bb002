import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { addressPrefix } from '../../lib/paths/address-prefix.ts'
import { LabelledInput, LabelledSwitch, LabelledTextarea } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { ToneSwatches } from '../../ui/tone-swatches.tsx'
import { LetterChoice, ReminderChoice, SmsChoice } from './letter-choice.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { RichTextInput } from '../video/rich-text.api.tsx'
import type { SignupFields } from './form-values.ts'
import { formPath } from './public-address.ts'
import { QuestionListField } from './question-list-field.tsx'
import { SeriesField } from './series-field.tsx'
import { SessionField } from './session-field.tsx'
import { customUrlState, type SessionOffer } from './signup.api.ts'

interface SectionProps {
  readonly form: SchemaForm<SignupFields>
}

/** Posters a form may have, as the contract says. */
const postersMax = 8

const settleMs = 350

/** Says while an address is typed whether the form (`id`, if it is saved) may have it. */
const useAddressCheck = (typed: string, id: string | undefined): { good?: string; error?: string } => {
  const t = useText('signup')
  const language = useLanguage()
  const [settled] = useDebouncedValue(typed, settleMs)
  const url = CustomUrl.safeParse(settled)
  const state = useQuery({ ...customUrlState(url.data ?? '', id), enabled: url.success }).data?.state
  if (typed.trim() === '' || settled !== typed) return {}
  if (!url.success || state === 'wrong') return { error: formatErrorText(signupErrors.urlFormat, language) }
  if (state === 'taken') return { error: formatErrorText(signupErrors.urlTaken, language) }
  return state === 'free' ? { good: t('form.urlFree') } : {}
}

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
      {form.values.pageType === 'free' && (
        <LabelledSwitch
          name="peek"
          label={t('form.peek')}
          description={t('form.peekHint')}
          value={form.values.peek}
          onChange={(peek) => form.set({ peek })}
        />
      )}
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
      <RichTextInput
        {...form.field('signupContent')}
        label={t('form.content')}
        description={t('content.hint')}
        placeholder={t('content.placeholder')}
        max={4000}
      />
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
        <LetterChoice form={form} />
        <SmsChoice form={form} />
        <ReminderChoice form={form} name="liveNotice" />
        <ReminderChoice form={form} name="liveBegins" />
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

interface ToneChoiceProps {
  readonly value: string
  readonly onChange: (tone: string) => void
  readonly error: string | undefined
}

/** The one colour of a form's page. */
const ToneChoice = (props: ToneChoiceProps) => {
  const t = useText('signup')
  return (
    <ToneSwatches
      {...props}
      name="colorToneId"
      label={t('form.tone')}
      description={t('form.toneHint')}
      nameOf={(id) => t(`tone.${id}`)}
    />
  )
}
