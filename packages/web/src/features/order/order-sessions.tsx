import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './order-drawer.module.css'

/** The sessions of a paid sign-up, with the links that open them. */
export const OrderSessions = ({ order: { sessions, paymentState } }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  return (
    <ul className={css.sessions}>
      {sessions.map(({ title, beginAt, path }) => (
        <li key={`${beginAt}-${title}`}>
          <b>{title}</b>
          <p className={css.quiet}>{f.dayTime(beginAt)}</p>
          {path !== '' && <CopyLink path={path} />}
          {path === '' && paymentState === 'pending' && <p className={css.quiet}>{t('session.waiting')}</p>}
        </li>
      ))}
    </ul>
  )
}

const copiedShownMs = 2000

const CopyLink = ({ path }: { path: string }) => {
  const t = useText('order')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedShownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      kind="plain"
      size="s"
      icon={copied ? <IconCheck size={16} stroke={2} /> : <IconLink {...icon16} />}
      onClick={() => void copyText(new URL(path, location.origin).href).then(() => setCopied(true))}
    >
      <span aria-live="polite">{t(copied ? 'session.copied' : 'session.copy')}</span>
    </Button>
  )
}
