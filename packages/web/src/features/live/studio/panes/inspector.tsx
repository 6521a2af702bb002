import { IconAlertTriangle, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { DropdownMenu } from '../../../../ui/dropdown-menu.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { Avatar, Thumb } from '../../../../ui/thumb.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useDoc, useStore, useStorePart, useStudio } from '../editor-context.ts'
import type { ProblemKind } from '../model/problems.ts'
import { type Clip, clipsNamed } from '../model/studio-doc.ts'
import { showClock, showTenths } from '../model/view.ts'
import { isSimulated, TrackIcon } from '../timeline/clip-icons.tsx'
import type { Actions } from '../use-editor-actions.ts'
import { ClipFields } from './clip-fields.tsx'
import css from './inspector.module.css'
import { modKey } from './tool-bar.tsx'

/** What is selected, and what can be set of it. */
export const Inspector = ({ actions }: { actions: Actions }) => {
  const t = useText('live')
  const { editor } = useStudio()
  const doc = useDoc()
  const selection = useStore(editor.selection)
  const clips = useMemo(() => clipsNamed(doc, selection), [doc, selection])
  const [clip, ...others] = clips
  return (
    <section className={css.inspector} aria-label={t('studio.inspector.title')}>
      {clip === undefined ? (
        <Nothing />
      ) : others.length > 0 ? (
        <Several clips={clips} actions={actions} />
      ) : (
        <One key={clip.key} clip={clip} actions={actions} />
      )}
    </section>
  )
}

const Nothing = () => {
  const t = useText('live')
  const { editor } = useStudio()
  const at = useStorePart(editor.slowClock, showClock)
  return (
    <section className={css.nothing} aria-label={t('studio.inspector.none')} tabIndex={0}>
      <h2>{t('studio.inspector.none')}</h2>
      <p>{t('studio.inspector.noneText', { at })}</p>
      <dl>
        {(['move', 'tenth', 'split', 'playhead'] as const).map((tip) => (
          <div key={tip}>
            <dt>{t(`studio.tip.${tip}.keys`, { mod: modKey('') })}</dt>
            <dd className="small">{t(`studio.tip.${tip}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Head = ({ clip, actions }: { clip: Clip; actions: Actions }) => {
  const t = useText('live')
  const { editor, known, readOnly } = useStudio()
  const words = useClipLabels()
  const product = clip.track === 'product' || clip.track === 'fakeTicket' ? known.get(clip.productId) : undefined
  const title =
    clip.track === 'product'
      ? words.productName(clip.productId)
      : clip.track === 'audience'
        ? words.label(clip)
        : words.line(clip)
  const facts = [
    t(`studio.track.${clip.track}`),
    ...(clip.track === 'product' && product
      ? [...(product.keyword === '' ? [] : [product.keyword]), t('studio.inspector.stock', { count: product.stock })]
      : [words.times(clip)]),
  ]
  return (
    <header className={css.head}>
      {clip.track === 'product' ? (
        <Thumb src={product?.images[0]} width={36} height={36} />
      ) : clip.track === 'comment' ? (
        <Avatar src={clip.userImgUrl} name={clip.userName} size={36} simulated />
      ) : (
        <span className={css.sign} data-simulated={isSimulated(clip.track) || undefined}>
          <TrackIcon track={clip.track} size={20} />
        </span>
      )}
      <div className="grow">
        <h2>{title}</h2>
        <p className="clip caption">{facts.join('・')}</p>
      </div>
      <DropdownMenu
        items={[
          { label: t('studio.goTo'), run: () => editor.seek(clip.atMs) },
          { label: t('studio.copy'), hint: modKey('C'), run: actions.copy },
          { label: t('studio.paste'), hint: modKey('V'), disabled: readOnly, run: actions.paste },
          { label: t('studio.split'), hint: 'S', disabled: readOnly || !('endMs' in clip), run: actions.split },
          {
            label: t('studio.toPlayhead'),
            disabled: readOnly,
            run: () => actions.nudge(editor.clock.get() - clip.atMs),
          },
        ]}
        renderTrigger={(trigger) => (
          <IconButton label={t('studio.more')} icon={<IconDots {...icon16} />} {...trigger} />
        )}
      />
    </header>
  )
}

const Foot = ({ actions }: { actions: Actions }) => {
  const t = useText('live')
  const { readOnly } = useStudio()
  if (readOnly) return null
  return (
    <footer className={css.foot}>
      <button type="button" className={css.act} onClick={actions.duplicate}>
        <IconCopy {...icon16} />
        {t('studio.duplicate')} <kbd aria-hidden="true">{modKey('D')}</kbd>
      </button>
      <button type="button" className={css.act} data-danger onClick={actions.remove}>
        <IconTrash {...icon16} />
        {t('studio.remove')} <kbd aria-hidden="true">⌫</kbd>
      </button>
    </footer>
  )
}

/** These stand at the field that is to be filled in. */
const saidAtTheirField: ReadonlySet<ProblemKind> = new Set(['noText', 'noName', 'badUrl', 'pollOptions', 'noWord'])

const Problems = ({ clip }: { clip: Clip }) => {
  const t = useText('live')
  const { problems } = useStudio()
  const words = useClipLabels()
  const shown = (problems.get(clip.key) ?? []).filter(({ kind }) => !saidAtTheirField.has(kind))
  return shown.map(({ kind, other }) => (
    <p key={kind} className={css.problem}>
      <IconAlertTriangle className="icon-down-2" size={14} stroke={2} aria-hidden="true" />
      {t(`studio.problem.${kind}`, { other: other === undefined ? '' : words.label(other), at: showClock(clip.atMs) })}
    </p>
  ))
}

const One = ({ clip, actions }: { clip: Clip; actions: Actions }) => {
  const { editor } = useStudio()
  const isFresh =
    editor.history.get().past.at(-1)?.action === 'add' && clip.track === 'comment' && clip.commentText === ''
  return (
    <>
      <Head clip={clip} actions={actions} />
      <div className={css.fields}>
        <Problems clip={clip} />
        <ClipFields clip={clip} fresh={isFresh} />
        <Foot actions={actions} />
      </div>
    </>
  )
}

const Several = ({ clips, actions }: { clips: readonly Clip[]; actions: Actions }) => {
  const t = useText('live')
  const f = useFormat()
  const { readOnly } = useStudio()
  const [first] = clips
  const last = clips.at(-1)
  const kinds = new Map<Clip['track'], number>()
  for (const { track } of clips) kinds.set(track, (kinds.get(track) ?? 0) + 1)
  return (
    <>
      <header className={css.head}>
        <div className="grow">
          <h2>{t('studio.inspector.several', { count: clips.length })}</h2>
          <p className="clip caption">
            {[...kinds].map(([track, count]) => `${t(`studio.track.${track}`)} ${f.number(count)}`).join('・')}
          </p>
        </div>
      </header>
      <div className={css.fields}>
        {first && last && (
          <p className={css.span}>
            {t('studio.word.fromTo', { from: showTenths(first.atMs), to: showTenths(last.atMs) })}
          </p>
        )}
        {!readOnly && (
          <div className={css.field}>
            <span className={css.name}>{t('studio.inspector.shift')}</span>
            <div className={css.steps}>
              {[-10_000, -1000, -100, 100, 1000, 10_000].map((by) => (
                <button key={by} type="button" onClick={() => actions.nudge(by)}>
                  {`${by < 0 ? '−' : '+'}${Math.abs(by) / 1000}`}
                </button>
              ))}
            </div>
          </div>
        )}
        <Foot actions={actions} />
      </div>
    </>
  )
}
