import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { icon24 } from '../../../ui/icon-props.ts'
import type { Person } from './checks.ts'
import block from './block.module.css'
import css from './quick-person.module.css'

/** Instead of the form, for who is known here: with which data the next session is taken. */
export const QuickPerson = ({
  name,
  person,
  onChange,
}: {
  /** Of who signed up here, as typed on this device; masked by the server where it does not know. */
  name: string
  person: Pick<Person, 'phone' | 'email'>
  onChange: () => void
}) => {
  const t = useText('signup')
  return (
    <section className={css.quick} aria-labelledby="quick-title">
      <h2 className={block.title} id="quick-title">
        {t('quick.heading')}
      </h2>
      <div className={css.card}>
        <IconUserCheck className={block.icon} {...icon24} />
        <div className="grow">
          <b>{name}</b>
          <p>
            <span>{redactPhone(person.phone)}</span> <span>{redactEmail(person.email)}</span>
          </p>
        </div>
        <Action kind="plain" onClick={onChange}>
          {t('quick.change')}
        </Action>
      </div>
      <p className={clsx('small', css.note)}>{t('quick.note')}</p>
    </section>
  )
}
