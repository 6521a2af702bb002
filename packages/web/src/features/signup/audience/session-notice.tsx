import { IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import css from './session-notice.module.css'

/** That the wanted session cannot be had any more, and which one is chosen instead. */
export const SessionNotice = ({ words, instead }: { words: string; instead: string | undefined }) => {
  const t = useText('signup')
  return (
    <div className={css.notice} role="alert">
      <IconInfoCircle {...icon20} />
      <p>
        <b>{words}</b>
        {instead !== undefined && <span>{t('notice.instead', { when: instead })}</span>}
      </p>
    </div>
  )
}
