import { readTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { paths } from '../../../../lib/paths/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { LabelledInput } from '../../../../ui/field.tsx'
import { useLabels } from '../../../../ui/labels.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { commentModById, commentModsOfVideo, listCommentMods } from '../../../comment-mod/comment-mod.api.ts'
import { useStudio } from '../editor-context.ts'
import { addClips, type NewClip } from '../model/edit.ts'
import css from './files.module.css'

type Way = 'add' | 'replace'

/** The comments of a group as clips, so many ms later. */
export const clipsOfGroup = (
  comments: readonly {
    readonly userImgId: string
    readonly userImgUrl: string
    readonly userName: string
    readonly commentText: string
    readonly commentTime: number
  }[],
  laterMs: number,
): NewClip[] =>
  comments.map(({ commentTime, ...rest }) => ({
    track: 'comment',
    atMs: Math.round(commentTime * 1000) + laterMs,
    ...rest,
  }))

/** Copies the comments of a group into the live, from a time on: changing them here never changes the group. */
export const GroupDialog = ({ videoId, onClose }: { videoId: string | null; onClose: () => void }) => {
  const t = useText('live')
  const labels = useLabels()
  const { editor } = useStudio()
  const formId = useId()
  const ofVideo = useQuery(commentModsOfVideo(videoId ?? ''))
  const all = useQuery({
    queryKey: ['comment-mod', 'studio'],
    queryFn: ({ signal }) => listCommentMods({ limit: 100 }, signal),
    select: ({ items }) => items,
  })
  const own = ofVideo.data ?? []
  const groups = [...own, ...(all.data ?? []).filter(({ id }) => !own.some((each) => each.id === id))]
  const [picked, setPicked] = useState<string>()
  const id = picked ?? groups[0]?.id
  const group = useQuery({ ...commentModById(id ?? ''), enabled: id !== undefined })
  const [later, setLater] = useState('00:00.0')
  const [way, setWay] = useState<Way>('add')
  const seconds = readTimecode(later)
  const comments = group.data?.id === id ? (group.data?.commentModList ?? []) : []
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (seconds === undefined || comments.length === 0) return
    const doc = way === 'replace' ? { ...editor.doc(), comment: [] } : editor.doc()
    const lengthMs = editor.lengthMs()
    const clips = clipsOfGroup(comments, Math.round(seconds * 1000))
    const inside = clips.filter(({ atMs }) => atMs <= lengthMs)
    const added = addClips(doc, inside, lengthMs)
    if (added === undefined) {
      toast.warn(t('studio.files.tooMany'))
      return
    }
    editor.edit(added.doc, 'group', { select: new Set() })
    const outside = clips.length - inside.length
    toast.good(
      t('studio.group.done', { count: inside.length }) +
        (outside > 0 ? t('studio.group.outside', { count: outside }) : ''),
    )
    onClose()
  }
  const isLoading = all.isPending || (videoId !== null && ofVideo.isPending)
  return (
    <Modal
      open
      onClose={onClose}
      title={t('studio.group.title')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            busy={group.isFetching}
            disabled={seconds === undefined || comments.length === 0}
          >
            {t('studio.group.ok', { count: comments.length })}
          </Button>
        </>
      }
    >
      {!isLoading && groups.length === 0 ? (
        <EmptyState
          art="search"
          title={t('studio.group.none')}
          text={t('studio.group.noneText')}
          action={<Button to={paths.msgroupCreate()}>{t('studio.group.make')}</Button>}
        />
      ) : (
        <form id={formId} className="stack" onSubmit={submit}>
          <p className={css.lead}>{t('studio.group.lead')}</p>
          <div className={css.groups} role="radiogroup" aria-label={t('studio.group.which')}>
            {groups.map((each) => (
              <label key={each.id}>
                <input
                  className="checkbox"
                  type="radio"
                  name="group"
                  checked={each.id === id}
                  onChange={() => setPicked(each.id)}
                />
                <span>
                  <b>{each.commentModName}</b>
                  <small className="caption">
                    {[each.videoName, t('studio.group.comments', { count: each.comments })].filter(Boolean).join('・')}
                  </small>
                </span>
              </label>
            ))}
          </div>
          <LabelledInput
            label={t('studio.group.later')}
            description={t('studio.group.laterHint')}
            name="later"
            value={later}
            onChange={setLater}
            error={seconds === undefined ? t('studio.group.laterWrong') : undefined}
          />
          <Segmented
            label={t('studio.files.way')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'add', label: t('studio.group.add') },
              { value: 'replace', label: t('studio.group.replace') },
            ]}
          />
        </form>
      )}
    </Modal>
  )
}
