import type { FirmSetting, SecretChanges } from '@kaimai/contract/firm/firm.schema.ts'
import type { SecretName } from '@kaimai/contract/firm/firm.rules.ts'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import css from './secret-field.module.css'

export type TypedSecrets = z.input<typeof SecretChanges>

interface SecretFieldProps {
  readonly name: SecretName
  readonly label: string
  readonly description?: string
  readonly setting: FirmSetting
  readonly typed: TypedSecrets
  readonly onType: (secrets: TypedSecrets) => void
  readonly onLeave: () => void
  readonly error: string | undefined
}

/** A key that is written and never read back: shows that it is set, and its last characters. */
export const SecretField = (props: SecretFieldProps) => {
  const { name, label, description, setting, typed, onType, onLeave, error } = props
  const t = useText('firm')
  const [editing, setEditing] = useState(false)
  const { set, last4 } = setting.secrets[name]
  const text = typed[name]
  const path = `secrets.${name}`
  const without = () => {
    const { [name]: _, ...others } = typed
    setEditing(false)
    onType(others)
  }
  if (set && text === '' && !editing) {
    return (
      <FieldFrame label={label} name={path} description={t('secret.willGo')} group>
        {() => (
          <div className={css.held}>
            <span className={css.gone}>{t('secret.removed')}</span>
            <Button size="s" kind="plain" onClick={without}>
              {t('secret.keep')}
            </Button>
          </div>
        )}
      </FieldFrame>
    )
  }
  if (set && !editing && text === undefined) {
    return (
      <FieldFrame label={label} name={path} {...(description === undefined ? {} : { description })} group>
        {() => (
          <div className={css.held}>
            <span>
              <IconCheck size={16} stroke={2} aria-hidden="true" />
              {last4 === '' ? t('secret.set') : t('secret.setEnding', { last4 })}
            </span>
            <Button
              size="s"
              kind="plain"
              onClick={() => setEditing(true)}
              aria-label={t('secret.changeNamed', { label })}
            >
              {t('secret.change')}
            </Button>
            <Button
              size="s"
              kind="plain"
              onClick={() => onType({ ...typed, [name]: '' })}
              aria-label={t('secret.removeNamed', { label })}
            >
              {t('secret.remove')}
            </Button>
          </div>
        )}
      </FieldFrame>
    )
  }
  return (
    <LabelledInput
      name={path}
      label={label}
      optional={!set}
      value={text ?? ''}
      onChange={(value) => (value === '' ? without() : onType({ ...typed, [name]: value }))}
      onBlur={onLeave}
      error={error}
      autoFocus={set && editing}
      description={description ?? t('secret.hint')}
      suffix={
        set ? (
          <button type="button" className={css.cancel} onClick={without} aria-label={t('secret.keep')}>
            ×
          </button>
        ) : undefined
      }
    />
  )
}
