import { IconCalendarOff } from '@tabler/icons-react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import css from './missing-view.module.css'

/** There is no such form, or it was closed. */
export const MissingView = ({ missing }: { missing: 'notFound' | 'gone' }) => {
  const t = useText('signup')
  return (
    <main className={css.missing}>
      <StateMark large tone="calm" icon={<IconCalendarOff size={32} stroke={1.75} />} />
      <h1>{t(`missing.${missing}.title`)}</h1>
      <p>{t(`missing.${missing}.text`)}</p>
      <small>{t('seller.by')}</small>
    </main>
  )
}
