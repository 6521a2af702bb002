import type { SignupUser } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useOpened } from '../../lib/list/use-opened.ts'
import { Button } from '../../ui/button.tsx'
import { icon18 } from '../../ui/icon-props.ts'
import css from './person-drawer.module.css'
import { changeSignupUser } from './signup-user.api.ts'

/** Phone of one person, e-mail of another: who they are, and that somebody has looked. */
export const FlaggedNote = (props: { person: SignupUser; mayWrite: boolean; onDone: () => void }) => {
  const { person, mayWrite, onDone } = props
  const t = useText('signup-user')
  const { to } = useOpened('person')
  const settling = useMutation({
    mutationFn: () => changeSignupUser(person.id, { flagged: false }),
    onSuccess: onDone,
  })
  return (
    <div className={css.flagged}>
      <IconAlertTriangle {...icon18} />
      <div>
        <b>{t('flagged.title')}</b>
        <p>{t('flagged.text')}</p>
        {person.sharing.length > 0 && (
          <ul>
            {person.sharing.map(({ id, name, by }) => (
              <li key={id}>
                <Link to={to(id)} replace>
                  {name}
                </Link>
                <span>{t(`flagged.by.${by}`)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mayWrite && (
        <Button size="s" busy={settling.isPending} onClick={() => settling.mutate()}>
          {t('flagged.ok')}
        </Button>
      )}
    </div>
  )
}
