import { type Role, roles } from '@kaimai/contract/common/access.ts'
import type { RoleShown } from '@kaimai/contract/member/member.schema.ts'
import { useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import css from './members.module.css'

/** The roles in plain words, to choose one; what the caller may not give is there to read. */
export const RoleChoice = ({
  value,
  onChange,
  given,
  disabled,
}: {
  value: Role
  onChange: (role: Role) => void
  given: readonly RoleShown[]
  disabled?: boolean
}) => {
  const t = useText('member')
  const name = useId()
  const mayGive = (role: Role) => role === value || (given.find((each) => each.role === role)?.mayGive ?? false)
  return (
    <div className={css.choices} role="radiogroup" aria-label={t('drawer.role')}>
      {roles.map((role) => (
        <label key={role}>
          <input
            type="radio"
            name={name}
            checked={role === value}
            disabled={disabled || !mayGive(role)}
            onChange={() => onChange(role)}
          />
          <b>{t(`role.${role}`)}</b>
          <span>{t(`roleText.${role}`)}</span>
        </label>
      ))}
    </div>
  )
}
