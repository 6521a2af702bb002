import { clsx } from 'clsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Avatar } from '../../../../ui/thumb.tsx'
import { useStudio } from '../editor-context.ts'
import { type Clip, newKey, type ProductClip } from '../model/studio-doc.ts'
import { Times, useError, usePatch } from './clip-parts.tsx'
import { ChoiceField, NameField, NumberField, SwitchField, TextField } from './fields.tsx'
import css from './inspector.module.css'
import { PlainClipFields } from './plain-clip-fields.tsx'

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
      <div className={clsx('stack-s', css.pair)}>
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
      <div className={clsx('stack-s', css.pair)}>
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
    case 'poll':
    case 'giveaway':
    case 'hearts':
    case 'audience':
      return <PlainClipFields clip={clip} />
  }
}
