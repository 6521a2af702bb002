import { AutomaticLetters, automaticChoices } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import {
  type AutomaticLetter,
  automaticTypes,
  isCertain,
  noticeMinutes,
} from '@kaimai/contract/letter/automatic-letters.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { problemOf } from '../../lib/form/field-error.ts'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LabelledCheckbox } from '../../ui/field.tsx'
import { FormFields, FormSection } from '../../ui/form-section.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { LetterPages } from '../letter/letter-pages.api.tsx'
import { automaticLetters, changeAutomaticLetters } from './letter-template.api.ts'
import css from './letter-template.module.css'
import { TemplateChoice } from './template-choice.api.tsx'

/** Which letters go by themselves, when, and with which text. */
export const AutomaticLettersPage = () => {
  const t = useText('letter-template')
  const { data, error, refetch } = useQuery(automaticLetters)
  return (
    <>
      <PageHeader title={t('automatic.title')} lead={t('automatic.lead')} />
      <LetterPages />
      {data ? (
        <AutomaticForm saved={data} />
      ) : error ? (
        <ErrorState title={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={4} />
      )}
    </>
  )
}

const AutomaticForm = ({ saved }: { saved: AutomaticLetters }) => {
  const t = useText('letter-template')
  const mayWrite = useMay('form', true)
  const queries = useQueryClient()
  const form = useSchemaForm({
    schema: AutomaticLetters,
    initial: saved,
    save: async (values) => {
      const now = await changeAutomaticLetters(values)
      queries.setQueryData(automaticLetters.queryKey, now)
      return now
    },
    onSaved: () => toast.good(t('automatic.saved')),
  })
  const { liveNotice, liveNoticeMinutes } = form.values
  const problem = problemOf(form, (count) => t('form.faults', { count }))
  const words = automaticChoices.map((value) => ({ value, label: t(`automatic.choice.${value}`) }))
  const choice = (name: AutomaticLetter) => (
    <TemplateChoice
      field={form.field(name)}
      type={automaticTypes[name]}
      label={t(`automatic.${name}.label`)}
      description={t(`automatic.${name}.when`)}
      words={isCertain(name) ? words.filter(({ value }) => value !== 'none') : words}
    />
  )
  return (
    <form className={css.automatic} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormFields disabled={!mayWrite} inert={form.saving}>
        <FormSection title={t('automatic.sessions')} why={t('automatic.sessionsWhy')}>
          {choice('liveNotice')}
          {liveNotice !== 'none' && (
            <FieldFrame
              group
              name="liveNoticeMinutes"
              label={t('automatic.minutes.label')}
              description={liveNoticeMinutes.length === 0 ? t('automatic.minutes.none') : undefined}
              error={form.errorBelow('liveNoticeMinutes')}
            >
              {() => (
                <div className="stack-s">
                  {noticeMinutes.map((minutes) => (
                    <LabelledCheckbox
                      key={minutes}
                      label={t(`automatic.minutes.${minutes}`)}
                      value={liveNoticeMinutes.includes(minutes)}
                      onChange={(isOn) =>
                        form.set({
                          liveNoticeMinutes: noticeMinutes.filter((each) =>
                            each === minutes ? isOn : liveNoticeMinutes.includes(each),
                          ),
                        })
                      }
                    />
                  ))}
                </div>
              )}
            </FieldFrame>
          )}
          {choice('liveBegins')}
          {choice('keepSeat')}
          <p className="caption">
            {t('automatic.ofForms')} <Link to={paths.manageForm()}>{t('automatic.toForms')}</Link>
          </p>
        </FormSection>
        <FormSection title={t('automatic.orders')} why={t('automatic.ordersWhy')}>
          {choice('orderNotice')}
          {choice('paidNotice')}
        </FormSection>
        <FormSection title={t('automatic.products')} why={t('automatic.productsWhy')}>
          {choice('restocked')}
          {choice('saleBegins')}
        </FormSection>
        <FormSection title={t('automatic.marketing')} why={t('automatic.marketingWhy')}>
          {choice('cartLeft')}
        </FormSection>
        <FormSection title={t('automatic.partners')} why={t('automatic.partnersWhy')}>
          {choice('partnerInvited')}
          {choice('partnerLinkChanged')}
          {choice('partnerPassword')}
        </FormSection>
      </FormFields>
      <SaveBar
        open={mayWrite && (form.dirty || problem !== undefined)}
        state={problem ?? t('form.changed')}
        tone={problem === undefined ? 'changed' : 'bad'}
      >
        <Button kind="plain" onClick={() => form.reset()}>
          {t('automatic.discard')}
        </Button>
        <Button kind="primary" type="submit" busy={form.saving}>
          {t('form.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
