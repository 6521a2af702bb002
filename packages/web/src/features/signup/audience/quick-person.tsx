import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { icon24 } from '../../../ui/icon-props.ts'
import type { Person } from './checks.ts'
import css from './quick-person.module.css'

/** Instead of the form, for who is known here: with which data the next session is taken. */
export const QuickPerson = ({
  name,
  person,
  onChange,
}: {
  /** Masked by the server. */
  name: string
  person: Pick<Person, 'phone' | 'email'>
  onChange: () => void
}) => {
  const t = useText('signup')
  return (
    <section className={css.quick} aria-labelledby="quick-title">
      <h2 id="quick-title">{t('quick.heading')}</h2>
      <div className={css.card}>
        <IconUserCheck {...icon24} />
        <div>
          <b>{name}</b>
          <p>
            <span>{redactPhone(person.phone)}</span> <span>{redactEmail(person.email)}</span>
          </p>
        </div>
        <Action kind="plain" onClick={onChange}>
          {t('quick.change')}
        </Action>
      </div>
      <p className={css.note}>{t('quick.note')}</p>
    </section>
  )
}
