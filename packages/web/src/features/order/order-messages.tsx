import { orderMessageMax, type StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import drawerCss from './order-drawer.module.css'
import css from './order-messages.module.css'
import { answerBuyer, orderKey } from './order.api.ts'

/** What buyer and merchant wrote to each other, and the box to answer in. */
export const OrderMessages = ({ order: { id, messages, mayAnswer } }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  return (
    <>
      {messages.length === 0 ? (
        <p className={drawerCss.quiet}>{t('message.none')}</p>
      ) : (
        <ol className={clsx('stack-m', css.thread)}>
          {messages.map(({ at, from, name, text }, index) => (
            // Two messages of the same moment have no other difference, and none ever leaves.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at}-${index}`} data-from={from}>
              <p className={css.who}>
                <b className="strong">{from === 'shopper' ? t('message.shopper') : name}</b>
                <time dateTime={at}>{f.near(at)}</time>
              </p>
              <p className={css.text}>{text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayAnswer && <Answer id={id} />}
    </>
  )
}

const Answer = ({ id }: { id: string }) => {
  const t = useText('order')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const isTooLong = text.trim().length > orderMessageMax
  const send = useMutation({
    mutationFn: () => answerBuyer(id, text.trim()),
    // What was typed stays until the server has it, and no longer: lists and counts may take their time.
    onSuccess: () => {
      setText('')
      toast.good(t('message.sent'))
      return queries.invalidateQueries({ queryKey: orderKey })
    },
  })
  return (
    <form
      className={clsx('stack-s', css.answer)}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !isTooLong && !send.isPending) send.mutate()
      }}
    >
      <LabelledTextarea
        label={t('message.answer')}
        description={t('message.hint')}
        value={text}
        onChange={setText}
        rows={2}
        {...(isTooLong ? { error: t('message.tooLong', { max: orderMessageMax }) } : {})}
      />
      <Button type="submit" busy={send.isPending} disabled={text.trim() === '' || isTooLong}>
        {t('message.send')}
      </Button>
    </form>
  )
}
