import { IconMagnet } from '@tabler/icons-react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Avatar } from '../../../../ui/thumb.tsx'
import { useStore, useStudio } from '../editor-context.ts'
import { patchClip } from '../model/edit.ts'
import type { ProblemKind } from '../model/problems.ts'
import { type Clip, endOf, isLasting, seenUntil, newKey, type ProductClip } from '../model/studio-doc.ts'
import { showLength } from '../model/view.ts'
import { ChoiceField, NameField, NumberField, SwitchField, TextField, TimeField } from './fields.tsx'
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

const Times = ({ clip }: { clip: Clip }) => {
  const t = useText('live')
  const { editor, readOnly } = useStudio()
  const patch = usePatch(clip)
  const dragging = useStore(editor.dragging)
  const drag = dragging?.keys.has(clip.key) ? dragging : undefined
  const magnet = drag?.snapped && <IconMagnet size={14} stroke={2} aria-hidden="true" className={css.magnet} />
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
const useError = (clip: Clip) => {
  const t = useText('live')
  const { problems } = useStudio()
  const found = problems.get(clip.key) ?? []
  return (kind: ProblemKind) =>
    found.some((problem) => problem.kind === kind) ? t(`studio.problem.${kind}`, { other: '', at: '' }) : undefined
}

const CommentFields = ({ clip, fresh }: { clip: Extract<Clip, { track: 'comment' }>; fresh: boolean }) => {
  const t = useText('live')
  const { people, readOnly } = useStudio()
  const patch = usePatch(clip)
  const error = useError(clip)
  const rename = (userName: string) => {
    const person = people.find(({ name }) => name === userName)
    patch(person ? { userName, userImgId: person.userImgId, userImgUrl: person.userImgUrl } : { userName })
  }
  return (
    <>
      <TextField
        key={clip.key}
        label={t('studio.field.comment')}
        value={clip.commentText}
        max={300}
        rows={3}
        focused={fresh}
        disabled={readOnly}
        placeholder={t('studio.field.commentHint')}
        error={fresh ? undefined : error('noText')}
        onChange={(commentText) => patch({ commentText })}
      />
      <NameField
        label={t('studio.field.speaker')}
        value={clip.userName}
        names={people.map(({ name }) => name)}
        disabled={readOnly}
        error={error('noName')}
        start={<Avatar src={clip.userImgUrl} name={clip.userName} size={20} simulated />}
        onChange={rename}
      />
      <Times clip={clip} />
    </>
  )
}

const ProductFields = ({ clip }: { clip: ProductClip }) => {
  const t = useText('live')
  const f = useFormat()
  const { editor, known, readOnly } = useStudio()
  const patch = usePatch(clip)
  const product = known.get(clip.productId)
  const usual = product ? (product.specialOfferPrice ?? product.price) : undefined
  /** Out of the timeline, but still in the room's list. */
  const listOnly = () => {
    const { productId, livePrice = null, showLeft = true } = clip
    const listed = {
      key: newKey(),
      track: 'listed',
      product: { productId, showAt: null, hideAt: null, livePrice, showLeft },
    } as const
    const doc = editor.doc()
    editor.edit({ ...doc, product: doc.product.map((each) => (each.key === clip.key ? listed : each)) }, 'list', {
      select: new Set(),
    })
  }
  return (
    <>
      <Times clip={clip} />
      {!readOnly && (
        <div className={css.field}>
          <span className={css.name}>{t('studio.field.how')}</span>
          <Segmented
            label={t('studio.field.how')}
            value="pinned"
            onChange={(how) => how === 'listed' && listOnly()}
            options={[
              { value: 'pinned', label: t('studio.field.pinned') },
              { value: 'listed', label: t('studio.field.listed') },
            ]}
          />
        </div>
      )}
      <div className={css.pair}>
        <NumberField
          label={t('studio.field.livePrice')}
          value={clip.livePrice ?? null}
          min={0}
          max={100_000_000_00}
          minor
          unit="NT$"
          disabled={readOnly}
          placeholder={usual === undefined ? '' : f.amount(usual)}
          onChange={(livePrice) => patch({ livePrice }, 'price')}
        />
        <div className={css.field}>
          <span className={css.name}>{t('studio.field.keyword')}</span>
          <span className={css.fixed}>
            {product?.keyword || '—'} {product?.keyword && <small>+1</small>}
          </span>
        </div>
      </div>
      <SwitchField
        label={t('studio.field.showLeft')}
        value={clip.showLeft ?? true}
        disabled={readOnly}
        onChange={(showLeft) => patch({ showLeft })}
      />
    </>
  )
}

const TicketFields = ({ clip }: { clip: Extract<Clip, { track: 'fakeTicket' }> }) => {
  const t = useText('live')
  const { editor, known, people, readOnly } = useStudio()
  const patch = usePatch(clip)
  const error = useError(clip)
  const ids = new Set([
    clip.productId,
    ...editor.doc().product.map((each) => (each.track === 'listed' ? each.product.productId : each.productId)),
  ])
  return (
    <>
      <NameField
        label={t('studio.field.buyer')}
        value={clip.userName}
        names={people.map(({ name }) => name)}
        disabled={readOnly}
        error={error('noName')}
        onChange={(userName) => patch({ userName })}
      />
      <ChoiceField
        label={t('studio.field.product')}
        value={clip.productId}
        disabled={readOnly}
        choices={[...ids].map((id) => ({
          value: id,
          label: known.get(id)?.productName ?? t('studio.word.unknownProduct'),
        }))}
        onChange={(productId) => patch({ productId })}
      />
      <div className={css.pair}>
        <Times clip={clip} />
        <NumberField
          label={t('studio.field.quantity')}
          value={clip.quantity}
          min={1}
          max={99}
          disabled={readOnly}
          onChange={(quantity) => quantity !== null && patch({ quantity })}
        />
      </div>
    </>
  )
}

const CallFields = ({ clip }: { clip: Extract<Clip, { track: 'callToAction' }> }) => {
  const t = useText('live')
  const { readOnly } = useStudio()
  const patch = usePatch(clip)
  const error = useError(clip)
  return (
    <>
      <TextField
        label={t('studio.field.call')}
        value={clip.text}
        max={80}
        disabled={readOnly}
        error={error('noText')}
        onChange={(text) => patch({ text })}
      />
      <Times clip={clip} />
      <TextField
        label={t('studio.field.url')}
        value={clip.url}
        max={300}
        disabled={readOnly}
        placeholder="https://"
        error={error('badUrl')}
        onChange={(url) => patch({ url })}
      />
    </>
  )
}

const PointFields = ({ clip }: { clip: Extract<Clip, { track: 'audience' }> }) => {
  const t = useText('live')
  const { readOnly } = useStudio()
  const patch = usePatch(clip)
  return (
    <div className={css.pair}>
      <Times clip={clip} />
      <NumberField
        label={t('studio.field.people')}
        value={clip.count}
        min={0}
        max={100_000}
        disabled={readOnly}
        onChange={(count) => count !== null && patch({ count }, 'curve')}
      />
    </div>
  )
}

/** What can be set of a clip, by its kind. */
export const ClipFields = ({ clip, fresh }: { clip: Clip; fresh: boolean }) => {
  switch (clip.track) {
    case 'comment':
      return <CommentFields clip={clip} fresh={fresh} />
    case 'product':
      return <ProductFields clip={clip} />
    case 'fakeTicket':
      return <TicketFields clip={clip} />
    case 'callToAction':
      return <CallFields clip={clip} />
    case 'audience':
      return <PointFields clip={clip} />
  }
}
