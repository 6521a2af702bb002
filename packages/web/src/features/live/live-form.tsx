import { useMediaQuery } from '@mantine/hooks'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconExternalLink, IconEye } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Steps } from '../../ui/steps.tsx'
import { toast } from '../../ui/toast.tsx'
import { productsByIds } from '../product/product.api.ts'
import css from './live-form.module.css'
import { LivePreview } from './live-preview.tsx'
import { AudienceSection, BasicsSection, GoodsSection, TalkSection, TimeSection } from './live-sections.tsx'
import { LiveStatusChip } from './live-status.tsx'
import { type LiveFields, sectionIds, sectionState } from './live-values.ts'
import { PublishedPanel } from './published-panel.tsx'
import { roomPath } from './public-room.ts'
import { useLiveSave } from './use-live-save.ts'
import { useCurrentSection } from '../../ui/use-current-section.ts'
import type { ChosenVideo } from './video-field.tsx'

/** A live that is on the server already. */
export interface SavedLive {
  readonly id: string
  readonly streamId: string
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
  const f = useFormat()
  const labels = useLabels()
  const mayWrite = useMay('stream', true)
  const status = saved?.status ?? 'draft'
  const isPublished = status !== 'draft'
  const runs = status === 'live'
  const [telling, setTelling] = useState(wasPublished)
  const [previewing, setPreviewing] = useState(false)
  const [chosen, setChosen] = useState(firstVideo)
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false }) ?? false
  const current = useCurrentSection(sectionIds)
  const { form, save, isBusy } = useLiveSave({
    id: saved?.id,
    start,
    draft,
    isPublished,
    onPublished: () => setTelling(true),
  })
  const { values } = form
  const faults = Object.keys(form.faults)
  const video = chosen?.id === values.videoId ? chosen : undefined

  const ids = [...new Set([...values.productList, ...values.fakeTicket].map(({ productId }) => productId))]
  const missing = ids.filter((id) => !seen.has(id))
  const found = useQuery({ ...productsByIds(missing), placeholderData: keepPreviousData }).data
  const known = useMemo(
    () => new Map([...(found ?? []).map((each) => [each.id, each] as const), ...seen]),
    [found, seen],
  )

  const chooseVideo = (next: ChosenVideo) => {
    setChosen(next)
    form.set({
      videoId: next.id,
      // Comments are timed by their video; a name is a beginning.
      ...(next.id === values.videoId ? {} : { commentModId: null }),
      ...(values.liveName.trim() === '' ? { liveName: next.name.slice(0, 80) } : {}),
    })
  }

  const discard = () => {
    const typed = form.values
    form.reset()
    toast.info(t('bar.discarded'), { undo: { label: labels.undo, run: () => form.set(typed) } })
  }
  const preview = (
    <LivePreview
      values={values}
      imageUrl={values.liveImage || (video?.thumbnailUrl ?? '')}
      known={known}
      untitled={isNarrow}
    />
  )
  const state = form.draftAtMs !== undefined ? t('bar.draft', { time: f.near(form.draftAtMs) }) : t('bar.changed')
  const problem = faults.length > 0 ? t('bar.faults', { count: faults.length }) : form.failure

  return (
    <>
      <FormWithPreview preview={isNarrow ? null : preview}>
        <PageHeader
          title={t(saved ? 'form.edit' : 'form.create')}
          lead={t(mayWrite ? 'form.lead' : 'form.readOnly')}
          crumbs={[{ label: t('title'), to: paths.manageLiveStream() }]}
          actions={
            saved &&
            isPublished && (
              <>
                <span>
                  <LiveStatusChip status={status} />
                </span>
                <Button
                  size="s"
                  href={roomPath(saved.streamId)}
                  icon={<IconExternalLink size={16} stroke={1.75} aria-hidden="true" />}
                >
                  {t('action.preview')}
                </Button>
              </>
            )
          }
        />
        <Steps
          label={t('form.sections')}
          current={current}
          steps={sectionIds.map((id) => ({
            id,
            label: t(`section.${id}`),
            state: sectionState(id, values, faults),
          }))}
        />
        <fieldset className={css.fields} disabled={!mayWrite} inert={isBusy}>
          <BasicsSection form={form} video={video} onVideo={chooseVideo} runs={runs} />
          <TimeSection form={form} video={video} runs={runs} />
          <GoodsSection form={form} known={known} onSeen={(more) => setSeen(new Map([...seen, ...more]))} />
          <TalkSection form={form} known={known} />
          <AudienceSection form={form} />
        </fieldset>
      </FormWithPreview>
      <SaveBar
        open={mayWrite && (form.dirty || !isPublished || problem !== undefined)}
        state={problem ?? (form.dirty ? state : t('bar.unpublished'))}
        tone={problem === undefined ? 'changed' : 'bad'}
      >
        {isNarrow && (
          <Button
            icon={<IconEye size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setPreviewing(true)}
            aria-haspopup="dialog"
          >
            {t('bar.preview')}
          </Button>
        )}
        {form.dirty && !isNarrow && (
          <Button kind="plain" onClick={discard}>
            {t('bar.discard')}
          </Button>
        )}
        {isPublished ? (
          <Button kind="primary" busy={form.saving} onClick={() => save(false)}>
            {t('bar.save')}
          </Button>
        ) : (
          <>
            <Button disabled={form.saving} onClick={() => save(false)}>
              {t('bar.saveDraft')}
            </Button>
            <Button kind="primary" busy={form.saving} onClick={() => save(true)}>
              {t('bar.publish')}
            </Button>
          </>
        )}
      </SaveBar>
      {isNarrow && previewing && (
        <Modal open onClose={() => setPreviewing(false)} title={t('preview.title')} width={400}>
          <div className={css.preview}>{preview}</div>
        </Modal>
      )}
      {telling && saved && (
        <PublishedPanel liveId={saved.id} streamId={saved.streamId} onClose={() => setTelling(false)} />
      )}
    </>
  )
}
