import { IconMagnet } from '@tabler/icons-react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useStore, useStudio } from '../editor-context.ts'
import { patchClip } from '../model/edit.ts'
import type { ProblemKind } from '../model/problems.ts'
import { type Clip, endOf, isLasting, seenUntil } from '../model/studio-doc.ts'
import { showLength } from '../model/view.ts'
import { TimeField } from './fields.tsx'
import css from './inspector.module.css'

type Patch = Parameters<typeof patchClip>[2]

/** Changes of a clip; what is typed into one field without a pause is one step. */
export const usePatch = (clip: Clip) => {
  const { editor } = useStudio()
  return (patch: Patch, action = 'change') =>
    editor.edit(patchClip(editor.doc(), clip.key, patch, editor.lengthMs()), action, {
      merge: `${clip.key} ${Object.keys(patch).join(' ')}`,
      nowMs: Date.now(),
    })
}

/** When it happens; what lasts has an end. */
export const Times = ({ clip }: { clip: Clip }) => {
  const t = useText('live')
  const { editor, readOnly } = useStudio()
  const patch = usePatch(clip)
  const dragging = useStore(editor.dragging)
  const drag = dragging?.keys.has(clip.key) ? dragging : undefined
  const magnet = drag?.snapped && <IconMagnet size={14} stroke={2} aria-hidden="true" className="icon-accent" />
  if (!isLasting(clip)) {
    return (
      <TimeField
        label={t('studio.field.at')}
        valueMs={clip.atMs}
        disabled={readOnly}
        moved={drag !== undefined}
        icon={magnet}
        onChange={(ms) => ms !== null && patch({ atMs: ms }, 'move')}
      />
    )
  }
  return (
    <div className={css.times}>
      <TimeField
        label={t('studio.field.start')}
        valueMs={clip.atMs}
        disabled={readOnly}
        moved={drag !== undefined && drag.edge !== 'end'}
        icon={drag?.edge !== 'end' && magnet}
        onChange={(ms) => {
          if (ms === null) return
          // As a drag of the edge does: the end stays.
          const end = endOf(clip, editor.lengthMs())
          patch({ atMs: Math.min(ms, Math.max(0, end - 500)) }, 'resize')
        }}
      />
      <TimeField
        label={t('studio.field.end')}
        valueMs={clip.endMs}
        placeholder={t('studio.field.openEnd')}
        disabled={readOnly}
        moved={drag !== undefined && drag.edge !== 'start'}
        icon={drag?.edge === 'end' && magnet}
        onChange={(ms) => patch({ endMs: ms }, 'resize')}
      />
      <div className={css.field}>
        <span className={css.name}>{t('studio.field.length')}</span>
        <b className={css.length}>{showLength(seenUntil(editor.doc(), clip, editor.lengthMs()) - clip.atMs)}</b>
      </div>
    </div>
  )
}

/** The words on what can't be saved, at their field. */
export const useError = (clip: Clip) => {
  const t = useText('live')
  const { problems } = useStudio()
  const found = problems.get(clip.key) ?? []
  return (kind: ProblemKind) =>
    found.some((problem) => problem.kind === kind) ? t(`studio.problem.${kind}`, { other: '', at: '' }) : undefined
}
