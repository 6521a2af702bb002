import { IconPlus, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { type LiveFields, nextAt } from './live-values.ts'
import { RowFault } from './row-fault.tsx'
import css from './rows.module.css'
import { SecondsInput } from './seconds-input.tsx'

type Call = LiveFields['callToAction'][number]

interface CallFieldProps {
  readonly value: readonly Call[]
  readonly onChange: (calls: Call[]) => void
  readonly faultAt: (path: string) => string | undefined
}

/** Lines over the room: each stands from its time on until the next. */
export const CallField = ({ value, onChange, faultAt }: CallFieldProps) => {
  const t = useText('live')
  const group = useId()
  const change = (index: number, patch: Partial<Call>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...patch } : each)))
  const faultOf = (index: number, field: string) => faultAt(`callToAction.${index}.${field}`)
  const messageOf = (index: number) => faultOf(index, 'at') ?? faultOf(index, 'text') ?? faultOf(index, 'url')
  const faultIdOf = (index: number) => (messageOf(index) === undefined ? undefined : `${group}-${index}`)
  const words = (index: number, field: 'text' | 'url', max: number, label: string, example: string) => {
    return (
      <input
        className={clsx(css.input, css.full)}
        aria-label={label}
        aria-invalid={faultOf(index, field) !== undefined || undefined}
        aria-describedby={faultIdOf(index)}
        placeholder={example}
        inputMode={field === 'url' ? 'url' : 'text'}
        value={value[index]?.[field] ?? ''}
        maxLength={max}
        onChange={(event) => change(index, { [field]: event.currentTarget.value })}
      />
    )
  }
  return (
    <FieldFrame
      label={t('goods.calls')}
      description={t('goods.callsHint')}
      name="callToAction"
      error={faultAt('callToAction')}
      group
    >
      {() => (
        <div className={clsx(css.table, css.calls)}>
          {value.length > 0 && (
            <div className={css.header} aria-hidden="true">
              <span>{t('rows.time')}</span>
              <span>{t('goods.callText')}</span>
              <span>{t('goods.callUrl')}</span>
            </div>
          )}
          {value.map((call, index) => {
            const number = index + 1
            return (
              <div key={`call-${index}`} className={css.row}>
                <SecondsInput
                  label={t('goods.callTimeOf', { number })}
                  value={call.at}
                  onChange={(at) => change(index, { at: at ?? Number.NaN })}
                  error={faultOf(index, 'at')}
                  faultId={faultIdOf(index)}
                />
                {words(index, 'text', 80, t('goods.callTextOf', { number }), t('goods.callExample'))}
                {words(index, 'url', 300, t('goods.callUrlOf', { number }), 'https://')}
                <IconButton
                  className={css.remove}
                  label={t('goods.removeCall', { number })}
                  icon={<IconX size={16} stroke={1.75} aria-hidden="true" />}
                  onClick={() => onChange(value.filter((other) => other !== call))}
                />
                <RowFault id={`${group}-${index}`} message={messageOf(index)} />
              </div>
            )
          })}
          <Button
            kind="plain"
            className={css.add}
            icon={<IconPlus size={16} stroke={1.75} />}
            onClick={() => onChange([...value, { at: nextAt(value), text: '', url: '' }])}
          >
            {t('goods.addCall')}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}
