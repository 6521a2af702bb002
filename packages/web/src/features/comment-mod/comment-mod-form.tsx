import type { CommentMod } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { problemOf } from '../../lib/form/field-error.ts'
import { useMergeDialog } from '../../lib/form/use-merge-dialog.ts'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { createStore } from '../../lib/store/store.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledInput, LabelledSwitch } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { ImportNote } from '../../ui/import-note.tsx'
import { ImportRunModal } from '../../ui/import-run-modal.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { MergeDialog } from '../../ui/merge-dialog.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { videoShown } from '../video/video.api.ts'
import { virtualUserChoices } from '../virtual-user/virtual-user.api.ts'
import { changeCommentMod, commentModById, commentModKey, commentSheet, createCommentMod } from './comment-mod.api.ts'
import { CommentComposer } from './comment-composer.tsx'
import { CommentLines } from './comment-lines.tsx'
import { CommentOverlay } from './comment-overlay.tsx'
import { CommentTools } from './comment-tools.tsx'
import css from './comment-mod-form.module.css'
import { MarkedDialog } from './marked-dialog.tsx'
import { type PlayerHandle, PreviewPlayer } from './preview-player.tsx'
import { groupRows, useCommentModMergeWords, withKeysOf } from './comment-mod-merge.ts'
import { bodyOf, EditedGroup, spoken, valuesOf } from './edited-group.ts'
import { mergeImported, mergeLines } from './timed-edit.ts'
import { type Line, withLine } from './timed-list.ts'
import { useCommentImport } from './use-comment-import.ts'
import { useLineHistory } from './use-line-history.ts'
import { VideoField } from './video-field.tsx'

interface CommentModFormProps {
  /** Undefined: a new group. */
  readonly id: string | undefined
  readonly start: Omit<CommentMod, 'id' | 'version'> & { readonly version: number | undefined }
  /** Name of the draft kept in this browser. */
  readonly draft: string
}

type ShownComment = CommentMod['commentModList'][number]

export const CommentModForm = ({ id, start, draft }: CommentModFormProps) => {
  const t = useText('comment-mod')
  const f = useFormat()
  const labels = useLabels()
  const mayWrite = useMay('stream', true)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [clock] = useState(() => createStore(0))
  const player = useRef<PlayerHandle>(null)
  const [initial] = useState(() => valuesOf(start))
  const form = useSchemaForm({
    schema: EditedGroup,
    initial,
    draft,
    record:
      id === undefined || start.version === undefined
        ? undefined
        : {
            version: start.version,
            rows: groupRows,
            reload: async () => {
              const now = await queries.fetchQuery({ ...commentModById(id), staleTime: 0 })
              return { version: now.version, values: valuesOf(now) }
            },
            align: (theirs, base) => ({
              ...theirs,
              commentModList: withKeysOf(theirs.commentModList, base.commentModList),
            }),
          },
    save: async (values, { version }) => {
      const saved = await (id === undefined
        ? createCommentMod(bodyOf(values))
        : changeCommentMod(id, { ...bodyOf(values), version }))
      queries.setQueryData(commentModById(saved.id).queryKey, saved)
      return saved
    },
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: commentModKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' })
      toast.good(t('form.saved', { count: lines.length }))
      if (id === undefined) void navigate(paths.manageMsgroup())
    },
  })
  const merging = useMergeDialog(form, useCommentModMergeWords())
  const { videoId, commentModList: lines } = form.values
  const chosen = useQuery({ ...videoShown(videoId), enabled: videoId !== '' }).data
  // What came with the group stands until more is known.
  const video =
    videoId === start.videoId
      ? { name: start.videoName, previewUrl: start.videoUrl, thumbnailUrl: '', ...chosen }
      : { name: '', previewUrl: '', thumbnailUrl: '', ...chosen }
  const people = useQuery(virtualUserChoices()).data ?? nobody
  /** Pictures of comments that came in since. */
  const [more, setMore] = useState<ReadonlyMap<string, string>>(new Map())
  const urlOf = useMemo(() => {
    const urls = new Map(people.map(({ userImgId, userImgUrl }) => [userImgId, userImgUrl]))
    for (const { userImgId, userImgUrl } of start.commentModList) urls.set(userImgId, userImgUrl)
    for (const [userImgId, userImgUrl] of more) urls.set(userImgId, userImgUrl)
    return (userImgId: string) => urls.get(userImgId) ?? ''
  }, [people, start, more])

  const errorAt = (path: string) => form.errorAt(`commentModList.${path}`)
  const faulty = faultyRows(Object.keys(form.errors))
  const write = (commentModList: readonly Line[]) => form.set({ commentModList: [...commentModList] })
  const history = useLineHistory(lines, write)
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set())
  const chosenNow = useMemo(
    () => new Set(lines.flatMap(({ key }) => (chosenKeys.has(key) ? [key] : []))),
    [lines, chosenKeys],
  )
  const [overlaid, setOverlaid] = useState(true)
  const [asksMarked, setAsksMarked] = useState(false)

  const takeIn = (added: readonly ShownComment[]): readonly Line[] => {
    setMore((before) => new Map([...before, ...added.map((one) => [one.userImgId, one.userImgUrl] as const)]))
    return added.map((one) => ({ ...spoken(one), key: newId() }))
  }
  const importer = useCommentImport({
    commentModId: id,
    mayImport: mayWrite,
    onRead: (read) => {
      const merged = mergeImported(lines, takeIn(read), read)
      history.set(merged.lines)
      toast.good(t('import.done', { count: merged.count }))
    },
  })
  const download = useMutation({
    mutationFn: async (format: SheetFormat) => {
      if (id !== undefined) saveFile(await commentSheet(id, format), `${initial.commentModName}-${fileDay()}.${format}`)
    },
  })
  const last = lines.at(-1)
  const problem = problemOf(form, (count) => t('form.faults', { count }))

  const discard = () => {
    const typed = form.values
    form.reset()
    history.forget()
    toast.info(t('form.discarded'), { undo: { label: labels.undo, run: () => form.set(typed) } })
  }

  return (
    <div className={css.page}>
      <fieldset className={css.fields} disabled={!mayWrite || form.saving}>
        <div className={css.basics}>
          <PageHeader
            title={t(id === undefined ? 'form.create' : 'form.edit')}
            lead={t(mayWrite ? 'form.lead' : 'form.readOnly')}
            crumbs={[{ label: t('title'), to: paths.manageMsgroup() }]}
          />
          <ImportNote {...importer.note} />
          <FormSection title={t('form.basics')} why={t('form.basicsWhy')}>
            <TwoColumns>
              <LabelledInput {...form.field('commentModName')} label={t('form.name')} required max={80} />
              <VideoField
                videoId={videoId}
                name={video.name}
                error={form.errorAt('videoId') && videoId === '' ? t('form.videoMissing') : form.errorAt('videoId')}
                onChoose={(chosenId) => {
                  clock.set(0)
                  form.set({ videoId: chosenId })
                }}
              />
            </TwoColumns>
          </FormSection>
        </div>
        <aside className={css.stage} aria-label={t('player.area')}>
          <div>
            <PreviewPlayer
              ref={player}
              url={video.previewUrl}
              poster={video.thumbnailUrl}
              instead={t(videoId === '' ? 'player.none' : 'player.waiting')}
              clock={clock}
            >
              {overlaid && <CommentOverlay lines={lines} clock={clock} urlOf={urlOf} />}
            </PreviewPlayer>
            {video.previewUrl !== '' && (
              <LabelledSwitch label={t('player.overlay')} value={overlaid} onChange={setOverlaid} />
            )}
            <CommentComposer
              clock={clock}
              people={people}
              urlOf={urlOf}
              onAdd={(comment) => history.set(withLine(lines, { ...comment, key: newId() }))}
            />
          </div>
        </aside>
        <div className={css.list}>
          <div className={css.listHead}>
            <h2>{t('lines.title')}</h2>
            <TagChip colour="purple">{t('simulated')}</TagChip>
            <span className="caption">
              {last
                ? t('lines.sum', { count: lines.length, time: showTimecode(last.commentTime) })
                : t('lines.sumNone')}
            </span>
          </div>
          {mayWrite && (
            <CommentTools
              lines={lines}
              history={history}
              chosen={chosenNow}
              onChosen={setChosenKeys}
              people={people}
              saveBar={form.dirty || problem !== undefined}
              onImport={importer.open}
              onExport={id === undefined ? undefined : (format) => download.mutate(format)}
              onMarked={id === undefined ? undefined : () => setAsksMarked(true)}
            />
          )}
          {lines.length > 0 ? (
            <CommentLines
              lines={lines}
              onLines={history.set}
              chosen={chosenNow}
              onChosen={setChosenKeys}
              people={people}
              urlOf={urlOf}
              errorAt={errorAt}
              faulty={faulty}
              leadsToError={Object.keys(form.errors).every((path) => path.startsWith('commentModList'))}
              clock={clock}
              onPlay={(second) => player.current?.playFrom(second)}
            />
          ) : (
            <p className={css.none}>{t('lines.none')}</p>
          )}
        </div>
      </fieldset>
      <MergeDialog {...merging} />
      <ImportRunModal {...importer.modal} />
      {asksMarked && id !== undefined && (
        <MarkedDialog
          commentModId={id}
          onClose={() => setAsksMarked(false)}
          onAdded={({ comments, commentMod }) => {
            queries.setQueryData(commentModById(id).queryKey, commentMod)
            const merged = [...mergeLines(lines, takeIn(comments)).lines]
            // What the server has saved by itself is no change of the one who edits.
            const now = valuesOf(commentMod)
            const clean = {
              ...now,
              commentModList: withKeysOf(now.commentModList, [...form.clean.commentModList, ...merged]),
            }
            form.rebase({ version: commentMod.version, values: clean })
            if (form.dirty) history.set(merged)
            else form.set({ commentModList: clean.commentModList })
          }}
        />
      )}
      <SaveBar
        open={mayWrite && (form.dirty || problem !== undefined)}
        state={
          problem ??
          (form.draftAtMs === undefined ? t('form.changed') : t('form.draft', { time: f.near(form.draftAtMs) }))
        }
        tone={problem === undefined ? 'changed' : 'bad'}
      >
        <Button kind="plain" onClick={discard}>
          {t('form.discard')}
        </Button>
        <Button kind="primary" busy={form.saving} onClick={() => void form.submit()}>
          {t('form.save')}
        </Button>
      </SaveBar>
    </div>
  )
}

const nobody: readonly VirtualUser[] = []

const faultyRows = (paths: readonly string[]): number[] =>
  [...new Set(paths.flatMap((path) => /^commentModList\.(\d+)\./.exec(path)?.[1] ?? []))]
    .map(Number)
    .toSorted((a, b) => a - b)
