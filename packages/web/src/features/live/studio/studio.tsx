import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { useFirm } from '../../../lib/session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import { useLabels } from '../../../ui/labels.tsx'
import { Drawer } from '../../../ui/modal.tsx'
import { ProductPicker } from '../../product/product-picker.tsx'
import { videoShown } from '../../video/video.api.ts'
import { virtualUserChoices } from '../../virtual-user/virtual-user.api.ts'
import type { StudioProps } from '../studio-props.ts'
import { useClipLabels } from './clip-labels.ts'
import { type StudioShared, StudioProvider, useSettled, useStore, useStudio } from './editor-context.ts'
import { ScriptFiles } from './files/script-files.tsx'
import type { Problem } from './model/problems.ts'
import { problemsOf } from './model/problems.ts'
import { roomOf } from './model/room-of.ts'
import { type Clip, docOf, emptyDoc, fieldsOfDoc, type ListedProduct, trackIds } from './model/studio-doc.ts'
import { showClock } from './model/view.ts'
import { Inspector } from './panes/inspector.tsx'
import { Preview, type PreviewDevice } from './panes/preview.tsx'
import { Rundown } from './panes/rundown.tsx'
import { ToolBar } from './panes/tool-bar.tsx'
import { createEditorStore } from './editor-store.ts'
import css from './studio.module.css'
import { StudioTables } from './tables/studio-tables.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { useEditorActions } from './use-editor-actions.ts'
import { useStudioKeys } from './use-studio-keys.ts'
import { useStudioLayout } from './use-studio-layout.ts'

/** A programme that has no video yet is this long, in ms. */
const unknownLengthMs = 3_600_000
const noPeople: StudioShared['people'] = []

/** The timeline of a live: rundown, preview, inspector and tracks are four views of one second. */
export const Studio = (props: StudioProps) => {
  const { values, onChange, durationMs, known, readOnly, onReminders } = props
  const lengthMs = durationMs ?? unknownLengthMs
  const { commentList, productList, fakeTicket, callToAction, poll, giveaway, hearts, audienceCurve } = values
  const doc = useMemo(
    () => docOf({ commentList, productList, fakeTicket, callToAction, poll, giveaway, hearts, audienceCurve }),
    [commentList, productList, fakeTicket, callToAction, poll, giveaway, hearts, audienceCurve],
  )
  const [editor] = useState(() => createEditorStore(doc, lengthMs))
  useEffect(() => editor.onCommit((next) => onChange(fieldsOfDoc(next))))
  // What was changed on another tab, taken from a draft or thrown away.
  useEffect(() => editor.adopt(doc), [editor, doc])
  const [seenLength, setSeenLength] = useState(lengthMs)
  if (seenLength !== lengthMs) {
    setSeenLength(lengthMs)
    editor.setLength(lengthMs)
  }

  const people = useQuery(virtualUserChoices()).data ?? noPeople
  const settled = useStore(editor.settled)
  const problems = useMemo(() => {
    const all = new Map<string, Problem[]>()
    for (const problem of problemsOf(settled, { lengthMs, known, isLookedUp: false })) {
      const of = all.get(problem.key)
      if (of) of.push(problem)
      else all.set(problem.key, [problem])
    }
    return all
  }, [settled, lengthMs, known])
  const shared = useMemo(
    () => ({ editor, known, people, problems, readOnly }),
    [editor, known, people, problems, readOnly],
  )
  return (
    <StudioProvider value={shared}>
      <Screen key={seenLength} {...props} />
      {onReminders && <Reminders onReminders={onReminders} />}
    </StudioProvider>
  )
}

/** The products of the live itself bring these. */
const sentElsewhere = new Set(['productGone', 'soldOut', 'priceNotLower'])
const maxReminders = 20

const Reminders = ({ onReminders }: { onReminders: (reminders: readonly string[]) => void }) => {
  const t = useText('live')
  const { problems, editor } = useStudio()
  const words = useClipLabels()
  const disclosed = useRef('')
  useEffect(() => {
    const doc = editor.doc()
    const all = trackIds.flatMap((track): readonly (Clip | ListedProduct)[] => doc[track])
    const clips = new Map(all.map((clip) => [clip.key, clip]))
    const reminders: string[] = []
    for (const [key, found] of problems) {
      const clip = clips.get(key)
      const first = found.find(({ kind }) => !sentElsewhere.has(kind))
      if (!clip || clip.track === 'listed' || !first || reminders.length >= maxReminders) continue
      const what = clip.track === 'product' ? words.productName(clip.productId) : words.label(clip)
      const short = t(`studio.short.${first.kind}`)
      reminders.push(t('studio.reminder', { at: showClock(clip.atMs), what, problem: short }))
    }
    const said = reminders.join('\n')
    if (said === disclosed.current) return
    disclosed.current = said
    onReminders(reminders)
  }, [problems, editor, words, t, onReminders])
  return null
}

const Screen = (props: StudioProps) => {
  const { values, video, known, onSeen, readOnly, actionsAt, liveId } = props
  const t = useText('live')
  const labels = useLabels()
  const firm = useFirm()
  const { editor } = useStudio()
  const doc = useSettled()
  const actions = useEditorActions()
  const root = useRef<HTMLDivElement>(null)
  const layout = useStudioLayout(root)
  const [open, setOpen] = useState<'products' | 'tables' | 'clip'>()
  const [hasNoPicture, setNoPicture] = useState(false)
  const [chosenDevice, setDevice] = useState<PreviewDevice>()
  const selection = useStore(editor.selection)
  useStudioKeys(actions, () => !readOnly && setOpen('products'))

  const query = useQuery({ ...videoShown(video?.id ?? ''), enabled: video !== undefined })
  const shown = query.data
  const previewUrl = shown?.previewUrl ?? ''
  const thumbnailUrl = shown?.thumbnailUrl ?? video?.thumbnailUrl ?? ''
  const lengthMs = editor.lengthMs()
  const { liveName, beginAt, hostName, platformType, waitingMinutes, anonymousAllowed, heartsAllowed } = values
  const allowed = useMemo(() => ({ anonymousAllowed, heartsAllowed }), [anonymousAllowed, heartsAllowed])
  const { product } = doc
  const makeRoom = useCallback(
    (disclosure: boolean) => {
      const { productList } = fieldsOfDoc({ ...emptyDoc, product })
      const shownOf = { liveName, beginAt, hostName, platformType, waitingMinutes, productList, ...allowed }
      return roomOf({ values: shownOf, known, firm, lengthMs, disclosure })
    },
    [liveName, beginAt, hostName, allowed, platformType, waitingMinutes, product, known, firm, lengthMs],
  )
  const note =
    video === undefined
      ? t('studio.preview.noVideo')
      : shown !== undefined && previewUrl === ''
        ? t('studio.preview.notReady')
        : hasNoPicture
          ? t('studio.preview.noPicture')
          : undefined
  const isPhone = layout === 'phone'
  const hasPanes = layout === 'desk'
  const device = chosenDevice ?? (isPhone ? 'phone' : 'desktop')
  const preview = (
    <Preview
      device={device}
      onDevice={setDevice}
      roomOf={makeRoom}
      disclosed={values.disclosure ?? false}
      videoUrl={previewUrl}
      posterUrl={previewUrl === '' ? thumbnailUrl : ''}
      note={note}
      onNoPicture={() => setNoPicture(true)}
    />
  )
  const inspector = <Inspector actions={actions} />
  const inSheet = isPhone ? open === 'clip' : layout === 'table' && selection.size > 0
  return (
    <div ref={root} className={css.studio} data-layout={layout} data-device={device}>
      {layout !== undefined && (
        <>
          <div className={css.work}>
            {(hasPanes || isPhone || layout === 'table') && (
              <div className={css.rundown}>
                <Rundown
                  rowHeight={isPhone ? 44 : 32}
                  onTables={() => setOpen('tables')}
                  onOpen={isPhone ? () => setOpen('clip') : undefined}
                />
              </div>
            )}
            <div className={css.stage}>{preview}</div>
            {hasPanes && <div className={css.inspector}>{inspector}</div>}
            {!isPhone && inSheet && (
              <div className={css.floating}>
                {inspector}
                <IconButton
                  bare
                  label={labels.close}
                  icon={<IconX {...icon16} />}
                  onClick={() => editor.select(new Set())}
                />
              </div>
            )}
          </div>
          {isPhone ? (
            <PhoneBar
              actions={actions}
              onProducts={() => setOpen('products')}
              onAdded={() => setOpen('clip')}
              readOnly={readOnly}
            />
          ) : (
            <section className={css.timeline} aria-label={t('studio.timeline')} data-timeline-scroll>
              <ToolBar actions={actions} onProducts={() => setOpen('products')} />
              <Timeline videoId={video?.id} previewUrl={previewUrl} thumbnailUrl={thumbnailUrl} />
            </section>
          )}
        </>
      )}
      <Spoken />
      {isPhone && (
        <Drawer
          open={inSheet}
          onClose={() => setOpen(undefined)}
          title={t('studio.inspector.title')}
          flush={false}
          width={420}
        >
          <div className={css.sheet}>{inspector}</div>
        </Drawer>
      )}
      <ProductPicker
        open={open === 'products'}
        onClose={() => setOpen(undefined)}
        chosen={[]}
        onChoose={(ids, seen) => {
          onSeen(new Map([...seen].filter(([id]) => ids.includes(id))))
          actions.addProducts(ids)
          setOpen(undefined)
        }}
      />
      {open === 'tables' && <StudioTables onClose={() => setOpen(undefined)} actions={actions} />}
      {actionsAt !== null &&
        createPortal(<ScriptFiles liveName={values.liveName} liveId={liveId} videoId={values.videoId} />, actionsAt)}
    </div>
  )
}

/** What was done, for screen readers. */
const Spoken = () => {
  const { editor } = useStudio()
  const text = useStore(editor.spoken)
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}

interface PhoneBarProps {
  readonly actions: ReturnType<typeof useEditorActions>
  readonly onProducts: () => void
  readonly onAdded: () => void
  readonly readOnly: boolean
}

/** On a phone one can watch, fix and add text; dragging needs a larger screen. */
const PhoneBar = ({ actions, onProducts, onAdded, readOnly }: PhoneBarProps) => {
  const t = useText('live')
  const { editor } = useStudio()
  const playing = useStore(editor.playing)
  const history = useStore(editor.history)
  return (
    <div className={css.phoneBar} role="toolbar" aria-label={t('studio.tools')}>
      <button type="button" data-main onClick={editor.toggle}>
        {t(playing ? 'studio.pause' : 'studio.play')}
      </button>
      <button
        type="button"
        disabled={readOnly}
        onClick={() => {
          actions.addComment()
          onAdded()
        }}
      >
        {t('studio.add.comment')}
      </button>
      <button type="button" disabled={readOnly} onClick={onProducts}>
        {t('studio.add.product')}
      </button>
      <button type="button" disabled={readOnly || history.past.length === 0} onClick={actions.undo}>
        {t('studio.undo')}
      </button>
    </div>
  )
}
