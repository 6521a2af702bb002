import { NumberInput, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { type LiveFields, nextAt } from './live-values.ts'
import { RowFault } from './row-fault.tsx'
import css from './rows.module.css'
import { SecondsInput } from './seconds-input.tsx'

type Ticket = LiveFields['fakeTicket'][number]

interface TicketFieldProps {
  readonly value: readonly Ticket[]
  readonly onChange: (tickets: Ticket[]) => void
  /** The live's products to choose from. */
  readonly products: readonly { readonly id: string; readonly name: string }[]
  readonly faultAt: (path: string) => string | undefined
}

/** Simulated purchase notices, each at a time of the live. */
export const TicketField = ({ value, onChange, products, faultAt }: TicketFieldProps) => {
  const t = useText('live')
  const group = useId()
  const [first] = products
  const change = (index: number, patch: Partial<Ticket>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...patch } : each)))
  const add = () => {
    if (first) onChange([...value, { at: nextAt(value), userName: '', productId: first.id, quantity: 1 }])
  }
  return (
    <FieldFrame
      label={t('talk.tickets')}
      note={<TagChip colour="purple">{t('simulated')}</TagChip>}
      description={t(first ? 'talk.ticketsHint' : 'talk.ticketsNeedProduct')}
      name="fakeTicket"
      error={faultAt('fakeTicket')}
      group
    >
      {() => (
        <div className={clsx(css.table, css.tickets)}>
          {value.length > 0 && (
            <div className={css.header} aria-hidden="true">
              <span>{t('rows.time')}</span>
              <span>{t('talk.buyer')}</span>
              <span>{t('goods.product')}</span>
              <span>{t('talk.quantity')}</span>
            </div>
          )}
          {value.map((ticket, index) => {
            const number = index + 1
            const fault = (field: string) => faultAt(`fakeTicket.${index}.${field}`)
            const message = fault('at') ?? fault('userName') ?? fault('productId') ?? fault('quantity')
            const faultId = message === undefined ? undefined : `${group}-${index}`
            return (
              <div key={`ticket-${index}`} className={css.row}>
                <SecondsInput
                  label={t('talk.ticketTime', { number })}
                  value={ticket.at}
                  onChange={(at) => change(index, { at: at ?? Number.NaN })}
                  error={fault('at')}
                  faultId={faultId}
                />
                <input
                  className={css.input}
                  aria-label={t('talk.ticketBuyer', { number })}
                  aria-invalid={fault('userName') !== undefined || undefined}
                  aria-describedby={faultId}
                  placeholder={t('talk.buyerExample')}
                  value={ticket.userName}
                  maxLength={40}
                  onChange={(event) => change(index, { userName: event.currentTarget.value })}
                />
                <Select
                  aria-label={t('talk.ticketProduct', { number })}
                  data={products.map(({ id, name }) => ({ value: id, label: name }))}
                  value={ticket.productId}
                  onChange={(productId) => productId !== null && change(index, { productId })}
                  allowDeselect={false}
                  error={fault('productId') !== undefined}
                  aria-describedby={faultId}
                />
                <NumberInput
                  aria-label={t('talk.ticketQuantity', { number })}
                  value={ticket.quantity}
                  onChange={(quantity) => change(index, { quantity: quantity === '' ? Number.NaN : Number(quantity) })}
                  allowDecimal={false}
                  allowNegative={false}
                  hideControls
                  error={fault('quantity') !== undefined}
                  aria-describedby={faultId}
                />
                <IconButton
                  className={css.remove}
                  label={t('talk.removeTicket', { number })}
                  icon={<IconX size={16} stroke={1.75} aria-hidden="true" />}
                  onClick={() => onChange(value.filter((other) => other !== ticket))}
                />
                <RowFault id={`${group}-${index}`} message={message} />
              </div>
            )
          })}
          <Button
            kind="plain"
            className={css.add}
            icon={<IconPlus size={16} stroke={1.75} />}
            onClick={add}
            disabled={!first}
          >
            {t('talk.addTicket')}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}
