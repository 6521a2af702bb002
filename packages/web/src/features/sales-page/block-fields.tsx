import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { instantOf, wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput, LabelledTextarea } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { RichTextInput } from '../video/rich-text.api.tsx'
import { videoShown } from '../video/video.api.ts'
import { VideoPicker } from '../video/video-picker.tsx'
import { controlOf, type FieldsProps } from './block-control.ts'
import { type EditedBlock, type EditedOf, pagePrice } from './page-values.ts'
import { QuestionFields } from './question-fields.tsx'
import css from './rows.module.css'

export const BlockFields = (props: FieldsProps<EditedBlock>) => {
  const { block } = props
  switch (block.kind) {
    case 'text':
      return <TextFields {...props} block={block} />
    case 'picture':
      return <PictureFields {...props} block={block} />
    case 'product':
      return <ProductFields {...props} block={block} />
    case 'video':
      return <VideoFields {...props} block={block} />
    case 'questions':
      return <QuestionFields {...props} block={block} />
    case 'countdown':
      return <CountdownFields {...props} block={block} />
    case 'contact':
      return <ContactFields {...props} block={block} />
  }
}

const TextFields = (props: FieldsProps<EditedOf<'text'>>) => {
  const t = useText('sales-page')
  const control = controlOf(props)
  return (
    <>
      <LabelledInput {...control('heading')} label={t('field.heading')} max={60} optional />
      <RichTextInput {...control('text')} label={t('field.text')} placeholder={t('field.textExample')} max={4000} />
    </>
  )
}

const PictureFields = (props: FieldsProps<EditedOf<'picture'>>) => {
  const t = useText('sales-page')
  const control = controlOf(props)
  const { value, onChange, name, error } = control('url')
  return (
    <>
      <ImagesPicker
        name={name}
        label={t('field.picture')}
        value={value === '' ? [] : [value]}
        onChange={([url = '']) => onChange(url)}
        error={error}
        max={1}
      />
      <LabelledInput
        {...control('caption')}
        label={t('field.caption')}
        description={t('field.captionHint')}
        max={120}
        optional
      />
    </>
  )
}

const ProductFields = (props: FieldsProps<EditedOf<'product'>>) => {
  const t = useText('sales-page')
  const f = useFormat()
  const control = controlOf(props)
  const product = props.known.products.get(props.block.productId)
  const error = control('productId').error
  return (
    <>
      <div className={clsx('row', css.film)}>
        <Thumb src={product?.images[0]} width={64} height={48} />
        <span className={css.words}>
          <b className="clip">{product?.productName ?? t('products.gone')}</b>
          {product && (
            <small className="clip caption">
              {f.money({ amount: pagePrice(product), currency: product.currency })}
            </small>
          )}
          {error !== undefined && (
            <small className="clip caption" data-bad="true">
              {error}
            </small>
          )}
        </span>
      </div>
      <LabelledTextarea
        {...control('note')}
        label={t('field.note')}
        description={t('field.noteHint')}
        rows={2}
        max={200}
        optional
      />
    </>
  )
}

const VideoFields = (props: FieldsProps<EditedOf<'video'>>) => {
  const t = useText('sales-page')
  const f = useFormat()
  const queries = useQueryClient()
  const [isPicking, setPicking] = useState(false)
  const control = controlOf(props)
  const { block } = props
  const video = props.known.videos.get(block.videoId ?? '')
  const poster = control('posterUrl')
  const chosen = control('videoId')
  return (
    <>
      <FieldFrame label={t('field.video')} name={chosen.name} error={chosen.error} required group>
        {(frame) => (
          <div className={clsx('row', css.film)} data-invalid={frame['aria-invalid']}>
            {video && <Thumb src={video.thumbnailUrl} width={72} height={40} />}
            <span className={css.words}>
              <b className="clip">{video?.name ?? t('block.noVideo')}</b>
              {video?.durationMs != null && (
                <small className="clip caption">{f.duration(video.durationMs / 1000)}</small>
              )}
            </span>
            <Button size="s" onClick={() => setPicking(true)} aria-haspopup="dialog">
              {t(video ? 'field.changeVideo' : 'field.chooseVideo')}
            </Button>
          </div>
        )}
      </FieldFrame>
      <VideoPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        chosen={block.videoId ?? undefined}
        onChoose={(found) => {
          queries.setQueryData(videoShown(found.id).queryKey, found)
          chosen.onChange(found.id)
        }}
      />
      <LabelledInput {...control('heading')} label={t('field.heading')} max={60} optional />
      <ImagesPicker
        name={poster.name}
        label={t('field.poster')}
        description={t('field.posterHint')}
        value={poster.value === '' ? [] : [poster.value]}
        onChange={([url = '']) => poster.onChange(url)}
        error={poster.error}
        max={1}
      />
    </>
  )
}

const zone = 'Asia/Taipei'

const CountdownFields = (props: FieldsProps<EditedOf<'countdown'>>) => {
  const t = useText('sales-page')
  const control = controlOf(props)
  const until = control('until')
  const iso = (wall: string): string => {
    const ms = wall === '' ? Number.NaN : instantOf(wall, zone)
    return Number.isNaN(ms) ? '' : new Date(ms).toISOString()
  }
  return (
    <>
      <TwoColumns>
        <LabelledDateTime
          {...until}
          value={until.value === '' ? '' : wallTimeOf(until.value, zone)}
          onChange={(wall) => until.onChange(iso(wall))}
          label={t('field.until')}
          placeholder={t('field.chooseTime')}
          required
        />
        <LabelledInput
          {...control('heading')}
          label={t('field.countdownHeading')}
          placeholder={t('field.countdownExample')}
          max={60}
          optional
        />
      </TwoColumns>
      <LabelledInput
        {...control('after')}
        label={t('field.after')}
        description={t('field.afterHint')}
        max={80}
        optional
      />
    </>
  )
}

const ContactFields = (props: FieldsProps<EditedOf<'contact'>>) => {
  const t = useText('sales-page')
  const control = controlOf(props)
  return (
    <>
      <LabelledInput {...control('heading')} label={t('field.heading')} max={60} optional />
      <LabelledTextarea {...control('text')} label={t('field.text')} rows={2} max={500} optional />
      <TwoColumns>
        <LabelledInput
          {...control('label')}
          label={t('field.linkLabel')}
          placeholder={t('field.linkLabelExample')}
          max={20}
          optional
        />
        <LabelledInput
          {...control('link')}
          label={t('field.link')}
          description={t('field.linkHint')}
          placeholder="https://line.me/…"
          inputMode="url"
          optional
        />
      </TwoColumns>
    </>
  )
}
