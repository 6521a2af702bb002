import { FirmFields } from '@kaimai/contract/firm/firm.schema.ts'
import type { CSSProperties } from 'react'
import { CallError, isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { ToneSwatches } from '../../ui/tone-swatches.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { keepImage } from '../video/video.api.ts'
import css from './preview.module.css'
import { SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ imgUrl: true, colorToneId: true })

export const AppearanceSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const mayWrite = useMay('setting', true)
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ imgUrl, colorToneId }) => ({ imgUrl, colorToneId }),
    prepare: async ({ imgUrl }) => {
      if (imgUrl === setting.imgUrl || !imgUrl.startsWith('/media/image/')) return
      try {
        await keepImage(imgUrl)
      } catch (error) {
        if (!isCallError(error, 'noData')) throw error
        throw new CallError('invalid', error.status, t('appearance.gone'), { imgUrl: t('appearance.gone') })
      }
    },
  })
  const { imgUrl, colorToneId } = form.values
  const preview = <AppearancePreview name={setting.name} imgUrl={imgUrl} tone={colorToneId} />
  return (
    <SectionFrame form={form} preview={preview}>
      <ImagesPicker
        name="imgUrl"
        label={t('appearance.logo')}
        description={t('appearance.logoHint')}
        max={1}
        crop
        value={imgUrl === '' ? [] : [imgUrl]}
        onChange={(urls) => form.set({ imgUrl: urls.at(-1) ?? '' })}
        error={form.errorAt('imgUrl')}
        disabled={!mayWrite}
      />
      <ToneSwatches
        name="colorToneId"
        label={t('appearance.colour')}
        description={t('appearance.colourHint')}
        value={colorToneId}
        onChange={(tone) => form.set({ colorToneId: tone })}
        error={form.errorAt('colorToneId')}
        nameOf={(id) => t(`appearance.tone.${id}`)}
      />
    </SectionFrame>
  )
}

/** The head of a new sign-up page in this tone. */
const AppearancePreview = ({ name, imgUrl, tone }: { name: string; imgUrl: string; tone: string }) => {
  const t = useText('firm')
  const look: CSSProperties & Record<'--tone', string> = { '--tone': tone }
  return (
    <>
      <h3 className={css.title}>{t('appearance.seen.title')}</h3>
      <div className={css.page} style={look} role="group" aria-label={t('appearance.seen.title')}>
        <div className={css.hero} />
        <p className={css.by}>
          <Avatar src={imgUrl} name={name} size={24} />
          {name}
        </p>
        <p className={css.headline}>{t('appearance.seen.headline')}</p>
        <p className={css.session}>
          <b>{t('appearance.seen.session')}</b>
          <span>{t('appearance.seen.left')}</span>
        </p>
        <p className={css.act}>{t('appearance.seen.act')}</p>
      </div>
      <p className="caption">{t('appearance.seen.note')}</p>
    </>
  )
}
