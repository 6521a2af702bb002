import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { SignupUser, SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { IconArrowsRightLeft, IconBell, IconBellOff, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { AutosavedText } from '../../ui/autosaved-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { FlaggedNote } from './flagged-note.tsx'
import css from './person-drawer.module.css'
import { PersonFacts } from './person-facts.tsx'
import { PersonChips } from './person-chips.tsx'
import { PersonLetters, PersonOrders } from './person-lists.tsx'
import { PersonSeats } from './person-seats.tsx'
import { PersonTimeline } from './person-timeline.tsx'
import { openSeats } from './person-labels.ts'
import { changeSignupUser, signupUserShown } from './signup-user.api.ts'
import type { PersonActions } from './use-person-actions.ts'

interface PersonDrawerProps {
  readonly id: string
  readonly mayWrite: boolean
  readonly actions: PersonActions
  readonly onMove: (person: SignupUserRow) => void
  readonly onClose: () => void
}

const memoMax = 2000

/** Everything of a person, beside the list. */
export const PersonDrawer = (props: PersonDrawerProps) => {
  const t = useText('signup-user')
  const { data, error, isError, refetch } = useQuery(signupUserShown(props.id))
  return (
    <Drawer open onClose={props.onClose} title={data?.name ?? t('show.loading')} width={960}>
      {data ? (
        <Person key={data.id} person={data} {...props} />
      ) : isError ? (
        <ErrorState title={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={6} />
      )}
    </Drawer>
  )
}

const Person = ({ person, mayWrite, actions, onMove }: PersonDrawerProps & { person: SignupUser }) => {
  const t = useText('signup-user')
  const words = { typing: t('memo.typing'), saving: t('memo.saving'), saved: t('memo.saved'), failed: t('memo.failed') }
  return (
    <>
      <Summary person={person} />
      {mayWrite && (
        <div className={css.actions}>
          <Button size="s" icon={<IconArrowsRightLeft {...icon16} />} onClick={() => onMove(person)}>
            {t('action.move')}
          </Button>
          <Button
            size="s"
            icon={<IconMail {...icon16} />}
            disabled={person.isCancelNotice || openSeats(person.seats).length === 0}
            onClick={() => void actions.askResend([person.id], person.name)}
          >
            {t('action.resend')}
          </Button>
          <Button
            size="s"
            icon={person.isCancelNotice ? <IconBell {...icon16} /> : <IconBellOff {...icon16} />}
            onClick={() => actions.setNotices([person.id], !person.isCancelNotice)}
          >
            {t(person.isCancelNotice ? 'action.resume' : 'action.stop')}
          </Button>
        </div>
      )}
      {person.flagged && <FlaggedNote person={person} mayWrite={mayWrite} onDone={() => void actions.renew()} />}
      <div className={css.columns}>
        <div className={css.column}>
          <section>
            <h3>{t('section.seats')}</h3>
            <PersonSeats person={person} />
          </section>
          <section>
            <h3>{t('section.orders')}</h3>
            <PersonOrders orders={person.orders} />
          </section>
          <section>
            <h3>{t('section.timeline')}</h3>
            <PersonTimeline events={person.events} />
          </section>
        </div>
        <div className={css.column}>
          <section className={css.memo}>
            <AutosavedText
              label={t('section.memo')}
              value={person.memo}
              save={async (memo) => {
                await changeSignupUser(person.id, { memo })
                void actions.renew()
              }}
              words={words}
              placeholder={t('memo.placeholder')}
              max={memoMax}
              disabled={!mayWrite}
            />
          </section>
          <section>
            <PersonFacts person={person} mayEdit={mayWrite && person.personal} onSaved={() => void actions.renew()} />
          </section>
          <section>
            <h3>{t('section.letters')}</h3>
            <PersonLetters letters={person.letters} />
          </section>
        </div>
      </div>
    </>
  )
}

const Summary = ({ person }: { person: SignupUser }) => {
  const t = useText('signup-user')
  const f = useFormat()
  const { name, phone, email, personal, signupName, createdAt, orderedAt } = person
  return (
    <div className={css.summary}>
      <Avatar name={name} size={48} />
      <div className={css.who}>
        <p className={css.contacts}>
          {personal ? (
            <>
              <a href={`tel:${phone}`}>
                <IconPhone {...icon16} aria-hidden="true" />
                {formatPhone(phone)}
              </a>
              <a href={`mailto:${email}`}>
                <IconMail {...icon16} aria-hidden="true" />
                <span>{email}</span>
              </a>
            </>
          ) : (
            <>
              <span>{phone}</span>
              <span>{email}</span>
            </>
          )}
        </p>
        <p className={css.placed}>{t('show.since', { time: f.near(createdAt), form: signupName })}</p>
      </div>
      <p className={css.chips}>
        {orderedAt !== null && <TagChip colour="green">{t('chip.ordered')}</TagChip>}
        <PersonChips person={person} />
      </p>
    </div>
  )
}
