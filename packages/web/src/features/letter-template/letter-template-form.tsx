import { type Language, languages } from '@kaimai/contract/common/language.ts'
import { isSms } from '@kaimai/contract/letter/letter.rules.ts'
import type { LetterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { editableContents } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import { letterTemplateLimits } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconEye, IconHistory } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { problemOf } from '../../lib/form/field-error.ts'
import { useMergeDialog } from '../../lib/form/use-merge-dialog.ts'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { FormFields, FormSection, FormWithPreview, PreviewModal, useIsPreviewApart } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { MergeDialog } from '../../ui/merge-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { letterTypeText } from '../letter/letter-labels.ts'
import { SmsPreview, SmsTextarea } from '../letter/sms-text.api.tsx'
import { keepImage } from '../video/video.api.ts'
import css from './letter-template.module.css'
import {
  changeTemplate,
  createTemplate,
  letterTemplateKey,
  type TemplateFields,
  templateShown,
} from './letter-template.api.ts'
import { TemplateBlocks } from './template-blocks.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateVersions } from './template-versions.tsx'
import {
  type EditedBlock,
  emptyContents,
  typeHint,
  isEmptyContents,
  ownTypes,
  picturesOf,
  smsContent,
  smsTextIn,
  TemplateForm,
} from './template-values.ts'
import { VariableMenu } from './variable-menu.api.tsx'

interface LetterTemplateFormProps {
  /** As it was saved; undefined: a new one. */
  readonly template: LetterTemplate | undefined
  readonly start: TemplateFields
}

const valuesOf = ({ letterTemplateName, letterTemplateType, contents }: LetterTemplate): TemplateFields => ({
  letterTemplateName,
  letterTemplateType,
  contents: editableContents(letterTemplateType, contents),
})

export const LetterTemplateForm = ({ template, start }: LetterTemplateFormProps) => {
  const t = useText('letter-template')
  const letterText = useText('letter')
  const spoken = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayWrite = useMay('form', true)
  const isNarrow = useIsPreviewApart()
  const [language, setLanguage] = useState<Language>(spoken)
  const [isPreviewing, setPreviewing] = useState(false)
  const [isLookingBack, setLookingBack] = useState(false)
  const f = useFormat()
  const labels = useLabels()
  const form = useSchemaForm({
    schema: TemplateForm,
    initial: start,
    record: template && {
      version: template.version,
      reload: async () => {
        const now = await queries.fetchQuery(templateShown(template.id))
        return { values: valuesOf(now), version: now.version }
      },
    },
    save: async (values, from) => {
      // Those of a template that was copied are kept already.
      const kept = new Set(picturesOf(start))
      for (const url of new Set(picturesOf(values))) if (!kept.has(url)) await keepImage(url)
      return template ? changeTemplate(template.id, values, from.version) : createTemplate(values)
    },
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: letterTemplateKey })
      toast.good(t('form.saved'))
      void navigate(paths.manageMailTemplate())
    },
  })
  const merging = useMergeDialog(form, {
    field: (name) => t(`merge.${name}`),
    show: ([name = ''], value) => (name === 'contents' ? t('merge.changed') : String(value)),
  })
  const { contents, letterTemplateType } = form.values
  const content = contents[language]
  // What is taken back later must not take back what was typed since.
  const latest = useRef(contents)
  useEffect(() => {
    latest.current = contents
  })
  const setContent = (changed: Partial<typeof content>) =>
    form.set({ contents: { ...latest.current, [language]: { ...latest.current[language], ...changed } } })
  const changeBlocks = (change: (blocks: EditedBlock[]) => EditedBlock[]) =>
    setContent({ blocks: change(latest.current[language].blocks) })

  const changeType = async (type: string) => {
    if (type === '' || Number(type) === letterTemplateType) return
    const words = { title: t('type.title'), text: t('type.text'), ok: t('type.ok') }
    if (!isEmptyContents(letterTemplateType, contents) && !(await askToConfirm({ ...words, danger: true }))) return
    form.set({ letterTemplateType: Number(type), contents: emptyContents(Number(type)) })
  }

  const restore = (said: Pick<TemplateFields, 'letterTemplateType' | 'contents'>, savedAt: string) => {
    setLookingBack(false)
    const was = { letterTemplateType, contents }
    form.set(said)
    toast.good(t('versions.restored', { time: f.dateTime(savedAt) }), {
      undo: { label: labels.undo, run: () => form.set(was) },
    })
  }

  const other = languages.find((each) => each !== language) ?? language
  const isOtherFaulty = Object.keys(form.errors).some((field) => field.startsWith(`contents.${other}`))
  const problem = problemOf(form, (count) => t('form.faults', { count }))
  const subject = `contents.${language}.subject`
  const smsField = `contents.${language}.blocks.0.text`
  const isText = isSms(letterTemplateType)
  const preview = isText ? (
    <SmsPreview texts={[{ language, text: smsTextIn(content) }]} />
  ) : (
    <TemplatePreview letter={{ letterTemplateType, contents, language }} />
  )
  return (
    <>
      <FormWithPreview preview={isNarrow ? null : preview}>
        <PageHeader
          title={t(template ? 'form.edit' : 'form.create')}
          lead={isText ? undefined : t('form.lead')}
          crumbs={[{ label: t('title'), to: paths.manageMailTemplate() }]}
          actions={
            <>
              {template && (
                <Button icon={<IconHistory {...icon16} />} onClick={() => setLookingBack(true)} aria-haspopup="dialog">
                  {t('versions.title')}
                </Button>
              )}
              {isNarrow && (
                <Button icon={<IconEye {...icon16} />} onClick={() => setPreviewing(true)} aria-haspopup="dialog">
                  {t('preview.title')}
                </Button>
              )}
            </>
          }
        />
        <FormFields disabled={!mayWrite}>
          <FormSection title={t('section.basics')}>
            <LabelledInput
              {...form.field('letterTemplateName')}
              label={t('field.name')}
              description={t('field.nameHint')}
              max={letterTemplateLimits.name}
            />
            <LabelledSelect
              {...form.field('letterTemplateType')}
              value={String(letterTemplateType)}
              onChange={(type) => void changeType(type)}
              label={t('column.type')}
              description={t(typeHint(letterTemplateType))}
              choices={ownTypes.map((type) => ({ value: type, label: letterTypeText(letterText, Number(type)) }))}
            />
          </FormSection>
          <FormSection
            title={t(isText ? 'section.sms' : 'section.content')}
            why={t(isText ? 'section.smsWhy' : 'section.contentWhy')}
          >
            <div className={css.tools}>
              <Segmented
                label={t('field.language')}
                value={language}
                onChange={setLanguage}
                options={languages.map((each) => ({ value: each, label: t(`language.${each}`) }))}
              />
              <VariableMenu type={letterTemplateType} />
            </div>
            {isOtherFaulty && (
              <p className={css.error} role="alert">
                {t('form.otherFaulty', { language: t(`language.${other}`) })}
              </p>
            )}
            {isText ? (
              <>
                <SmsTextarea
                  key={smsField}
                  name={smsField}
                  value={smsTextIn(content)}
                  onChange={(typed) => setContent(smsContent(typed))}
                  onBlur={() => form.check(smsField)}
                  error={form.errorAt(smsField) ?? form.errorAt(`contents.${language}.blocks`)}
                  label={t('field.sms')}
                  language={language}
                  rows={5}
                />
                <p className="caption">{letterText('sms.rules')}</p>
              </>
            ) : (
              <>
                <LabelledInput
                  key={subject}
                  name={subject}
                  value={content.subject}
                  onChange={(typed) => setContent({ subject: typed })}
                  onBlur={() => form.check(subject)}
                  error={form.errorAt(subject)}
                  label={t('field.subject')}
                  max={letterTemplateLimits.subject}
                />
                <TemplateBlocks key={language} form={form} language={language} onChange={changeBlocks} />
              </>
            )}
          </FormSection>
        </FormFields>
      </FormWithPreview>
      <SaveBar
        open={mayWrite && (form.dirty || template === undefined)}
        state={problem ?? t(form.dirty ? 'form.changed' : 'form.unsaved')}
        tone={problem === undefined ? 'changed' : 'bad'}
      >
        <Button kind="primary" busy={form.saving} onClick={() => void form.submit()}>
          {t('form.save')}
        </Button>
      </SaveBar>
      <MergeDialog {...merging} />
      {template && isLookingBack && (
        <TemplateVersions
          id={template.id}
          onRestore={mayWrite ? restore : undefined}
          onClose={() => setLookingBack(false)}
        />
      )}
      {isNarrow && isPreviewing && (
        <PreviewModal onClose={() => setPreviewing(false)} title={t('preview.title')}>
          {preview}
        </PreviewModal>
      )}
    </>
  )
}
