import { IconCopy, IconDots, IconExternalLink, IconEyeOff, IconQrcode } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import { problemOf } from '../../lib/form/field-error.ts'
import { useMergeDialog } from '../../lib/form/use-merge-dialog.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { FormFields, FormWithPreview, PreviewModal, useIsPreviewApart } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { MergeDialog } from '../../ui/merge-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PublishBar } from '../../ui/save-bar.tsx'
import { Steps } from '../../ui/steps.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Face, viewOf, sectionsOf, sectionState, type SignupFields } from './form-values.ts'
import { FormLetters } from './form-letters.tsx'
import { formAddress, formPath } from './public-address.ts'
import { SharePanel } from './share-panel.tsx'
import type { SessionOffer } from './signup.api.ts'
import {
  AfterSection,
  BasicsSection,
  PageSection,
  QuestionsSection,
  SessionsSection,
  ShareSection,
} from './signup-sections.tsx'
import { SignupPreview } from './signup-preview.tsx'
import { useCurrentSection } from '../../ui/use-current-section.ts'
import { TicketSection } from './ticket-section.tsx'
import { useSignupMergeWords } from './signup-merge-words.ts'
import { useSignupSave } from './use-signup-save.ts'

interface SignupFormProps {
  /** Undefined: a new form. */
  readonly id: string | undefined
  /** Of the form that is edited; undefined: a new one. */
  readonly version?: number
  readonly start: SignupFields
  readonly offer: SessionOffer
  /** Name of the draft kept in this browser. */
  readonly draft: string
  /** It was published a moment ago: its link is shown. */
  readonly isShared?: boolean
}

export const SignupForm = ({ id, version, start, offer, draft, isShared = false }: SignupFormProps) => {
  const t = useText('signup')
  const f = useFormat()
  const labels = useLabels()
  const mayWrite = useMay('form', true)
  const [shared, setShared] = useState(isShared ? start.customUrl : undefined)
  const [sharing, setSharing] = useState<string>()
  const [editing, setEditing] = useState<string>()
  const [view, setView] = useState<Face>('before')
  const [previewing, setPreviewing] = useState(false)
  const isNarrow = useIsPreviewApart()
  const current = useCurrentSection(sectionsOf(start.pageType))
  const { form, save, isBusy } = useSignupSave({
    id,
    version,
    start,
    lives: offer.lives,
    draft,
    onPublished: setShared,
  })
  const { values } = form
  const merging = useMergeDialog(form, useSignupMergeWords(offer))
  const errors = Object.keys(form.errors)
  // The address that is public now; the typed one may differ until it is saved.
  const publicUrl = start.published || shared !== undefined ? (shared ?? start.customUrl) : undefined

  const note = (event: FocusEvent<HTMLElement>) => {
    const field = event.target.closest<HTMLElement>('[data-field]')?.dataset.field
    setEditing(field)
    if (field !== undefined) setView(viewOf(field))
  }
  const discard = () => {
    const typed = form.values
    form.reset()
    toast.info(t('bar.discarded'), { undo: { label: labels.undo, run: () => form.set(typed) } })
  }
  const takeDown = async () => {
    const agreed = await askToConfirm({
      title: t('unpublish.title'),
      text: t('unpublish.text'),
      ok: t('unpublish.ok'),
      danger: true,
    })
    if (agreed) save({ published: false })
  }

  const preview = (
    <SignupPreview values={values} offer={offer} editing={editing} view={view} onView={setView} untitled={isNarrow} />
  )
  const state = form.draftAtMs !== undefined ? t('bar.draft', { time: f.near(form.draftAtMs) }) : t('bar.changed')
  const problem = problemOf(form, (count) => t('bar.faults', { count }))

  return (
    <>
      <FormWithPreview preview={isNarrow ? null : preview}>
        <PageHeader
          title={t(
            values.pageType === 'order'
              ? id === undefined
                ? 'paid.create'
                : 'paid.edit'
              : id === undefined
                ? 'form.create'
                : 'form.edit',
          )}
          lead={t(mayWrite ? 'form.lead' : 'form.readOnly')}
          crumbs={[{ label: t('title'), to: paths.manageForm() }]}
          actions={
            values.published && publicUrl !== undefined ? (
              <>
                <Button size="s" href={formPath(publicUrl)} icon={<IconExternalLink {...icon16} />}>
                  {t('action.open')}
                </Button>
                <DropdownMenu
                  items={[
                    {
                      label: t('action.share'),
                      icon: <IconQrcode {...icon16} />,
                      run: () => setSharing(publicUrl),
                    },
                    {
                      label: t('action.copyAddress'),
                      icon: <IconCopy {...icon16} />,
                      run: () =>
                        void copyText(formAddress(publicUrl)).then(() =>
                          toast.good(t('list.copied'), { id: 'copied' }),
                        ),
                    },
                    ...(mayWrite
                      ? [
                          'line' as const,
                          {
                            label: t('action.unpublish'),
                            icon: <IconEyeOff {...icon16} />,
                            danger: true,
                            run: () => void takeDown(),
                          },
                        ]
                      : []),
                  ]}
                  renderTrigger={(trigger) => (
                    <IconButton {...trigger} label={labels.more} icon={<IconDots {...icon16} />} />
                  )}
                />
              </>
            ) : undefined
          }
        />
        <Steps
          label={t('form.sections')}
          current={current}
          steps={sectionsOf(values.pageType).map((section) => ({
            id: section,
            label: t(`section.${section}`),
            state: sectionState(section, values, errors),
          }))}
        />
        <FormFields disabled={!mayWrite} onFocus={note} onBlur={() => setEditing(undefined)} inert={isBusy}>
          <BasicsSection form={form} id={id} />
          {values.pageType === 'order' && <TicketSection form={form} payable={offer.payable} />}
          <SessionsSection form={form} offer={offer} />
          <PageSection form={form} />
          <QuestionsSection form={form} />
          <AfterSection form={form} />
          <ShareSection form={form} />
        </FormFields>
        {id !== undefined && values.published && (
          <FormLetters
            signupId={id}
            liveIds={form.clean.sessionInfoList.map(({ liveId }) => liveId)}
            lives={offer.lives}
          />
        )}
      </FormWithPreview>
      <PublishBar
        open={mayWrite && (form.dirty || !values.published || problem !== undefined)}
        state={problem ?? (form.dirty ? state : t('bar.unpublished'))}
        tone={problem === undefined ? 'changed' : 'bad'}
        isPublished={values.published}
        isDirty={form.dirty}
        isSaving={form.saving}
        label={(word) => t(`bar.${word}`)}
        onPreview={isNarrow ? () => setPreviewing(true) : undefined}
        onDiscard={discard}
        onSave={(published) => save({ published })}
      />
      <MergeDialog {...merging} />
      {isNarrow && previewing && (
        <PreviewModal onClose={() => setPreviewing(false)} title={t('preview.title')}>
          {preview}
        </PreviewModal>
      )}
      {shared !== undefined && <SharePanel customUrl={shared} isNew onClose={() => setShared(undefined)} />}
      {sharing !== undefined && <SharePanel customUrl={sharing} onClose={() => setSharing(undefined)} />}
    </>
  )
}
