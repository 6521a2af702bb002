import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconLink } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { CopyButton } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './order-drawer.module.css'

/** The sessions of a paid sign-up, with the links that open them. */
export const OrderSessions = ({ order: { sessions, paymentState } }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  return (
    <ul className={clsx('stack-m', css.sessions)}>
      {sessions.map(({ title, beginAt, path }) => (
        <li key={`${beginAt}-${title}`}>
          <b>{title}</b>
          <p className={css.quiet}>{f.dayTime(beginAt)}</p>
          {path !== '' && (
            <CopyButton
              value={new URL(path, location.origin).href}
              label={t('session.copy')}
              done={t('session.copied')}
              icon={<IconLink {...icon16} />}
            />
          )}
          {path === '' && paymentState === 'pending' && <p className={css.quiet}>{t('session.waiting')}</p>}
        </li>
      ))}
    </ul>
  )
}
