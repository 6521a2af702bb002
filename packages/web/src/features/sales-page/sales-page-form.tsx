import type { SalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { IconDots, IconExternalLink, IconEye, IconEyeOff, IconPlayerStop, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { problemOf } from '../../lib/form/field-error.ts'
import { useMergeDialog } from '../../lib/form/use-merge-dialog.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { FormFields, FormWithPreview, PreviewModal, useIsPreviewApart } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { MergeDialog } from '../../ui/merge-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PublishBar } from '../../ui/save-bar.tsx'
import { Steps } from '../../ui/steps.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCurrentSection } from '../../ui/use-current-section.ts'
import { BasicsSection, ProductsSection, PageSection, ShareSection, TimeSection } from './page-sections.tsx'
import { sectionIds, sectionState, type SalesPageFields, type KnownThings } from './page-values.ts'
import { salePath } from './public-address.ts'
import { SalesPageStateChip } from './sales-page-state.tsx'
import { SalesPreview } from './sales-preview.tsx'
import { SharePanel } from './share-panel.tsx'
import { useContent } from './use-content.ts'
import { closedNow } from './use-sales-page-actions.tsx'
import { useSalesPageMergeWords } from './sales-page-merge-words.ts'
import { useSalesPageSave } from './use-sales-page-save.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { productsByIds } from '../product/product.api.ts'
import { videoShown } from '../video/video.api.ts'

/** Products and videos that the page names, as far as they are there. */
const useKnownThings = ({ productIdList, blockList }: SalesPageFields) => {
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const missing = productIdList.filter((id) => !seen.has(id))
  const loaded = useQuery({ ...productsByIds(missing), placeholderData: keepPreviousData })
  const videoIds = [
    ...new Set(blockList.flatMap((block) => (block.kind === 'video' && block.videoId !== null ? [block.videoId] : []))),
  ]
  const videos = useQueries({ queries: videoIds.map((id) => ({ ...videoShown(id), retry: false })) })
  const known: KnownThings = {
    products: new Map([...(loaded.data ?? []).map((product) => [product.id, product] as const), ...seen]),
    videos: new Map(videos.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  }
  return {
    known,
    /** What a picker has seen needs no asking. */
    onSeen: (more: ReadonlyMap<string, Product>) => setSeen(new Map([...seen, ...more])),
    /** Whether a product that is not known is gone, rather than on its way. */
    isReady: missing.length === 0 || (loaded.isSuccess && !loaded.isPlaceholderData),
  }
}

interface SalesPageFormProps {
  /** As it was saved; undefined: a new page. */
  readonly page: SalesPage | undefined
  readonly start: SalesPageFields
  /** Name of the draft kept in this browser. */
  readonly draft: string
  /** It was published a moment ago: its link is shown. */
  readonly isShared?: boolean
}

export const SalesPageForm = ({ page, start, draft, isShared = false }: SalesPageFormProps) => {
  const t = useText('sales-page')
  const f = useFormat()
  const labels = useLabels()
  const mayWrite = useMay('stream', true)
  const [savedPage, setSavedPage] = useState(page)
  const [shared, setShared] = useState<'new' | 'again' | undefined>(isShared ? 'new' : undefined)
  const [isPreviewing, setPreviewing] = useState(false)
  const isNarrow = useIsPreviewApart()
  const current = useCurrentSection(sectionIds)
  const id = page?.id
  const { form, save, isBusy } = useSalesPageSave({
    page,
    start,
    draft,
    onPublished: () => setShared('new'),
    onSaved: setSavedPage,
  })
  const { values } = form
  const content = useContent(form)
  const merging = useMergeDialog(form, useSalesPageMergeWords())
  const { known, onSeen, isReady } = useKnownThings(values)
  const errors = Object.keys(form.errors)
  const isPublic = values.published && savedPage !== undefined
  const publicUrl = savedPage?.customUrl ?? values.customUrl

  const discard = () => {
    const typed = form.values
    form.reset()
    content.forget()
    toast.info(t('bar.discarded'), { undo: { label: labels.undo, run: () => form.set(typed) } })
  }
  const ask = async (what: 'unpublish' | 'close', reported: Partial<SalesPageFields>) => {
    const words = { title: t(`${what}.title`, { title: values.title }), text: t(`${what}.text`), ok: t(`${what}.ok`) }
    if (await askToConfirm({ ...words, danger: true })) save(reported)
  }

  const preview = (
    <SalesPreview values={values} known={known} openId={content.openId} onPick={content.open} untitled={isNarrow} />
  )
  const state = form.draftAtMs !== undefined ? t('bar.draft', { time: f.near(form.draftAtMs) }) : t('bar.changed')
  const problem = problemOf(form, (count) => t('bar.faults', { count }))
  const isBarOpen = mayWrite && (form.dirty || !values.published || problem !== undefined)

  return (
    <>
      <FormWithPreview preview={isNarrow ? null : preview}>
        <PageHeader
          title={t(id === undefined ? 'form.create' : 'form.edit')}
          lead={t(mayWrite ? 'form.lead' : 'form.readOnly')}
          crumbs={[
            { label: t('ownProducts'), to: paths.manageProduct() },
            { label: t('title'), to: paths.salesPages() },
          ]}
          actions={
            isPublic ? (
              <>
                {!isNarrow && <SalesPageStateChip state={savedPage.state} />}
                {isNarrow && !isBarOpen && (
                  <Button
                    size="s"
                    icon={<IconEye {...icon16} />}
                    onClick={() => setPreviewing(true)}
                    aria-haspopup="dialog"
                  >
                    {t('bar.preview')}
                  </Button>
                )}
                <Button size="s" href={salePath(publicUrl)} icon={<IconExternalLink {...icon16} />}>
                  {t('action.open')}
                </Button>
                <DropdownMenu
                  items={[
                    { label: t('action.share'), icon: <IconShare2 {...icon16} />, run: () => setShared('again') },
                    ...(mayWrite
                      ? [
                          'line' as const,
                          ...(savedPage.state === 'open'
                            ? [
                                {
                                  label: t('action.close'),
                                  icon: <IconPlayerStop {...icon16} />,
                                  run: () => void ask('close', closedNow(values.beginAt)),
                                },
                              ]
                            : []),
                          {
                            label: t('action.unpublish'),
                            icon: <IconEyeOff {...icon16} />,
                            danger: true,
                            run: () => void ask('unpublish', { published: false }),
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
          steps={sectionIds.map((section) => ({
            id: section,
            label: t(`section.${section}`),
            state: sectionState(section, values, errors),
          }))}
        />
        <FormFields disabled={!mayWrite} inert={isBusy}>
          <BasicsSection form={form} id={id} />
          <ProductsSection form={form} content={content} known={known} isReady={isReady} onSeen={onSeen} />
          <PageSection form={form} content={content} known={known} onSeen={onSeen} />
          <TimeSection form={form} />
          <ShareSection form={form} />
        </FormFields>
      </FormWithPreview>
      <PublishBar
        open={isBarOpen}
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
      {isNarrow && isPreviewing && (
        <PreviewModal onClose={() => setPreviewing(false)} title={t('preview.title')}>
          {preview}
        </PreviewModal>
      )}
      {shared !== undefined && (
        <SharePanel
          customUrl={publicUrl}
          title={values.title}
          isNew={shared === 'new'}
          onClose={() => setShared(undefined)}
        />
      )}
    </>
  )
}
