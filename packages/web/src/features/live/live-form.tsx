import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { useEffect, useMemo, useState, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { FormFields, FormWithPreview, PreviewModal, useIsPreviewApart } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { BasicsTab } from './basics-tab.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ProductsTab } from './products-tab.tsx'
import { changeCount, changesOf } from './live-changes.ts'
import css from './live-form.module.css'
import { LivePreview } from './live-preview.tsx'
import { LiveSaveBar } from './live-save-bar.tsx'
import { LiveShell } from './live-shell.tsx'
import { isShut, type TabId, tabIds, tabNamed, tabState } from './live-tabs.ts'
import { lengthOf, type LiveFields } from './live-values.ts'
import { troubleOf } from './product-trouble.ts'
import { PublishedPanel } from './published-panel.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SignupTab, type SignupTabLive } from './signup-tab.tsx'
import { useErrorTab } from './use-error-tab.ts'
import { useLiveSave } from './use-live-save.ts'
import { type ChosenVideo, useFollowedVideo } from './video-field.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import type { StudioProps } from './studio-props.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { productsByIds } from '../product/product.api.ts'

/** The products that a live names, as far as they are there. */
const useKnownProducts = ({ productList, fakeTicket }: LiveFields) => {
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const ids = [...new Set([...productList, ...fakeTicket].map(({ productId }) => productId))]
  const missing = ids.filter((id) => !seen.has(id))
  const query = useQuery({ ...productsByIds(missing), placeholderData: keepPreviousData })
  const found = query.data
  const known = useMemo(
    () => new Map([...(found ?? []).map((each) => [each.id, each] as const), ...seen]),
    [found, seen],
  )
  return {
    known,
    /** What a picker has seen needs no asking. */
    onSeen: (more: ReadonlyMap<string, Product>) => setSeen(new Map([...seen, ...more])),
    /** Whether a product that is not known is gone, rather than on its way. */
    isReady: missing.length === 0 || (query.isSuccess && !query.isPlaceholderData),
  }
}

const Studio = lazy(() => import('./studio/studio.tsx').then((module) => ({ default: module.Studio })))

/** What happens by itself at which second; comes when it is first opened. */
const TimelineTab = (props: StudioProps) => (
  <Suspense
    fallback={
      <div className={css.page}>
        <SkeletonForm fields={5} />
      </div>
    }
  >
    <Studio {...props} />
  </Suspense>
)

/** A live that is on the server already. */
export interface SavedLive extends SignupTabLive {
  readonly status: LiveStatus
}

interface LiveFormProps {
  /** Undefined: a new live. */
  readonly saved: SavedLive | undefined
  readonly start: LiveFields
  readonly video: ChosenVideo | undefined
  /** Name of the draft kept in this browser. */
  readonly draft: string
  /** It was published a moment ago: what comes next is shown. */
  readonly wasPublished?: boolean
}

export const LiveForm = ({ saved, start, video: firstVideo, draft, wasPublished = false }: LiveFormProps) => {
  const t = useText('live')
  const labels = useLabels()
  const readOnly = !useMay('stream', true)
  const [search, setSearch] = useSearchParams()
  const tab = tabNamed(search.get('tab'))
  const status = saved?.status ?? 'draft'
  const isPublished = status !== 'draft'
  const runs = status === 'live'
  const [telling, setPublished] = useState(wasPublished)
  const [open, setOpen] = useState<'preview' | 'changes'>()
  const [chosen, setChosen] = useState(firstVideo)
  const [actionsAt, setActionsAt] = useState<HTMLDivElement | null>(null)
  const [timelineReminders, setTimelineReminders] = useState<readonly string[]>([])
  const isNarrow = useIsPreviewApart()
  const { form, save, isBusy } = useLiveSave({
    id: saved?.id,
    start,
    draft,
    isPublished,
    onPublished: () => setPublished(true),
  })
  const { values } = form
  const { known, onSeen, isReady } = useKnownProducts(values)
  const video = useFollowedVideo(chosen?.id === values.videoId ? chosen : undefined)
  const { check } = form
  const waitsForVideo = form.errorAt('videoId') !== undefined && video?.state === 'ready'
  useEffect(() => {
    // It was refused while it was being packaged.
    if (waitsForVideo) check('videoId')
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [waitsForVideo])
  const changes = useMemo(() => changesOf(form.clean, values), [form.clean, values])

  const linkTo = (id: TabId) => {
    const next = new URLSearchParams(search)
    next.set('tab', id)
    return `?${next}`
  }
  const announceSave = useErrorTab({
    errors: form.errors,
    tab,
    onTab: (id) => setSearch(new URLSearchParams(linkTo(id)), { replace: true }),
  })
  const saveNow = (publish: boolean) => {
    if (readOnly || form.saving || (!publish && !form.dirty && saved !== undefined)) return
    announceSave()
    save(publish)
  }
  const discard = () => {
    const typed = form.values
    form.reset()
    toast.info(t('bar.discarded'), { undo: { label: labels.undo, run: () => form.set(typed) } })
  }
  const chooseVideo = (next: ChosenVideo) => {
    setChosen(next)
    form.set({
      videoId: next.id,
      // Comments are timed by their video; a name is a beginning.
      ...(next.id === values.videoId ? {} : { commentModId: null }),
      ...(values.liveName.trim() === '' ? { liveName: next.name.slice(0, 80) } : {}),
    })
  }

  const forms = saved?.signupList ?? []
  const troubles = isReady
    ? values.productList.flatMap((row) => {
        const product = known.get(row.productId)
        const trouble = troubleOf(product, row)
        return trouble === undefined
          ? []
          : [t(`products.reminder.${trouble}`, { name: product?.productName ?? t('products.gone') })]
      })
    : []
  const facts = { errors: Object.keys(form.errors), forms, troubledProducts: troubles.length, isPublished }
  const shut = isPublished && isShut(values, forms)
  const reminders = [...timelineReminders, ...troubles, ...(shut ? [t('settings.shutReminder')] : [])]
  const counts: Partial<Record<TabId, number>> = {
    products: values.productList.length,
    signup: forms.reduce((sum, { signups }) => sum + signups, 0),
  }
  const imageUrl = values.liveImage || (video?.thumbnailUrl ?? '')
  const preview = <LivePreview values={values} imageUrl={imageUrl} known={known} untitled={isNarrow} />
  const isCamera = values.platformType === 'camera'
  const notice = readOnly ? t('form.readOnly') : isCamera ? t('later.camera') : undefined

  return (
    <>
      <LiveShell
        title={values.liveName.trim() || t(saved ? 'form.edit' : 'form.create')}
        status={saved ? status : undefined}
        beginAt={values.beginAt}
        tabs={tabIds.map((id) => ({ id, state: tabState(id, values, facts), count: counts[id] }))}
        current={tab}
        linkTo={linkTo}
        streamId={isPublished ? saved?.streamId : undefined}
        onPreview={() => setOpen('preview')}
        onActionsPlace={setActionsAt}
        notice={notice}
        footer={
          !readOnly && (
            <LiveSaveBar
              form={form}
              isPublished={isPublished}
              count={changeCount(changes)}
              reminders={reminders}
              onSave={saveNow}
              onDiscard={discard}
              onShowChanges={() => setOpen('changes')}
              mayPublish={!isCamera}
            />
          )
        }
      >
        <div className={css.fields} data-tab={tab} inert={isBusy}>
          {tab === 'basics' && (
            <FormWithPreview preview={isNarrow ? undefined : preview}>
              <FormFields disabled={readOnly}>
                <BasicsTab form={form} video={video} onVideo={chooseVideo} runs={runs} readOnly={readOnly} />
              </FormFields>
            </FormWithPreview>
          )}
          {tab === 'timeline' && (
            <TimelineTab
              liveId={saved?.id}
              status={status}
              values={values}
              onChange={form.set}
              video={video}
              durationMs={lengthOf(values, video?.durationMs)}
              known={known}
              onSeen={onSeen}
              errorAt={form.errorAt}
              readOnly={readOnly}
              actionsAt={actionsAt}
              onReminders={setTimelineReminders}
            />
          )}
          {tab === 'products' && (
            <fieldset className={css.wide} disabled={readOnly}>
              <ProductsTab form={form} known={known} onSeen={onSeen} isReady={isReady} readOnly={readOnly} />
            </fieldset>
          )}
          {tab === 'signup' && (
            <div className={css.page}>
              <SignupTab live={saved} />
            </div>
          )}
          {tab === 'settings' && (
            <fieldset className={css.page} disabled={readOnly}>
              <SettingsTab form={form} readOnly={readOnly} isShut={shut} toTimeline={linkTo('timeline')} />
            </fieldset>
          )}
        </div>
      </LiveShell>
      {open === 'preview' && (
        <PreviewModal onClose={() => setOpen(undefined)} title={t('preview.title')}>
          {preview}
        </PreviewModal>
      )}
      {open === 'changes' && (
        <ChangesPanel
          changes={changes}
          known={known}
          videoNames={new Map([firstVideo, chosen].flatMap((each) => (each ? [[each.id, each.name] as const] : [])))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {telling && saved && (
        <PublishedPanel liveId={saved.id} streamId={saved.streamId} onClose={() => setPublished(false)} />
      )}
    </>
  )
}
