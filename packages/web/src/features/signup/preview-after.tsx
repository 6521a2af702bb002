import { IconCalendarPlus, IconCheck } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import type { PreviewViewProps } from './preview-before.tsx'
import css from './signup-preview.module.css'

/** The page after signing up. */
export const PreviewAfter = ({ values, sessions, firm, renderPart }: PreviewViewProps) => {
  const t = useText('signup')
  const f = useFormat()
  const [first] = sessions
  return (
    <div className={css.done}>
      <span className={css.mark}>
        <IconCheck size={28} stroke={2.5} aria-hidden="true" />
      </span>
      <p className={css.doneTitle}>{t('preview.done')}</p>
      {renderPart(
        'signupSuccessInfo',
        <p className={css.doneText}>{values.signupSuccessInfo || t('preview.noSuccess')}</p>,
      )}
      {first && (
        <div className={css.ticket}>
          <b>{first.title}</b>
          <span>{f.dayTime(first.beginAt)}</span>
          <small className="caption">{firm.name}</small>
        </div>
      )}
      <span className={css.button}>
        <IconCalendarPlus {...icon16} />
        {t('preview.calendar')}
      </span>
    </div>
  )
}
