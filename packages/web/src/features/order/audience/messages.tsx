import { orderMessageMax, type ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconSend } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type FormEvent, useId } from 'react'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { useIsOnline } from '../../../lib/audience/use-viewer.ts'
import { Action } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import parts from './order-parts.module.css'
import css from './messages.module.css'
import { useMessage } from './use-message.ts'

/** What buyer and merchant wrote to each other about this order, and a place to write. */
export const Messages = ({
  order,
  orderKey,
  format,
  onSent,
}: {
  readonly order: ShopperOrder
  readonly orderKey: string
  readonly format: Format
  readonly onSent: () => Promise<unknown>
}) => {
  const t = useText('order')
  const id = useId()
  const isOnline = useIsOnline()
  const { text, write, send, isSending, trouble } = useMessage(order.id, orderKey, onSent)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const note = trouble ?? (isOnline ? undefined : t('message.offline'))
  return (
    <section className={parts.card} aria-labelledby={`${id}-title`}>
      <h2 className={parts.heading} id={`${id}-title`}>
        {t('message.title', { firm: order.firm.name })}
      </h2>
      {order.messages.length === 0 ? (
        <p className={clsx('text-m', css.lead)}>{t('message.lead')}</p>
      ) : (
        <ol className={css.thread}>
          {order.messages.map(({ at, from, name, text: words }) => (
            <li key={`${at}${from}`} className={clsx(from === 'shopper' && css.own)}>
              <small className="tiny">
                {from === 'shopper' ? t('message.you') : name || order.firm.name}
                {t('message.dot')}
                <time dateTime={at}>{format.near(at)}</time>
              </small>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      )}
      <form className={css.form} method="dialog" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          {t('message.label')}
        </label>
        <textarea
          id={id}
          rows={2}
          maxLength={orderMessageMax}
          value={text}
          placeholder={t('message.placeholder')}
          aria-invalid={trouble !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => write(event.target.value)}
        />
        <Action
          kind="quiet"
          type="submit"
          busy={isSending}
          disabled={!isOnline || text.trim() === ''}
          icon={<IconSend {...icon20} />}
        >
          {t(trouble === undefined ? 'message.send' : 'message.again')}
        </Action>
      </form>
      <p id={`${id}-note`} className={clsx(parts.error, css.note)} role="status">
        {note}
      </p>
    </section>
  )
}
