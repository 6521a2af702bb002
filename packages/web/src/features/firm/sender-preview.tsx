import { useText } from '../../lib/i18n/use-text.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './preview.module.css'
import own from './sender.module.css'
import type { SectionProps } from './section-props.ts'

/** A shopper's inbox with a letter of the firm. */
export const SenderPreview = ({ setting, name }: SectionProps & { name: string }) => {
  const t = useText('firm')
  const shown = name.trim() || setting.name
  return (
    <>
      <h3 className={css.title}>{t('notify.seen.title')}</h3>
      <div className={own.mail} role="group" aria-label={t('notify.seen.title')}>
        {(['first', 'second'] as const).map((letter) => (
          <div key={letter}>
            <Avatar src={setting.imgUrl} name={shown} size={32} />
            <b className="clip">{shown}</b>
            <time className="caption">{t(`notify.seen.${letter}At`)}</time>
            <p className="clip caption">{t(`notify.seen.${letter}`)}</p>
          </div>
        ))}
      </div>
      <p className="caption">{t('notify.seen.note')}</p>
    </>
  )
}
