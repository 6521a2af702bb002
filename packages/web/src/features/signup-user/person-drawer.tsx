import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { SignupUser, SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { IconArrowsRightLeft, IconBell, IconBellOff, IconEraser, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { AutosavedText } from '../../ui/autosaved-text.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailColumns, DetailSection, DetailSections } from '../../ui/details.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { EraseDialog } from './erase-dialog.tsx'
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
  const query = useQuery(signupUserShown(props.id))
  return (
    <LoadedDrawer
      query={query}
      title={({ name }) => name}
      loading={t('show.loading')}
      width={960}
      fields={6}
      onClose={props.onClose}
    >
      {(person) => <Person key={person.id} person={person} {...props} />}
    </LoadedDrawer>
  )
}

const Person = ({ person, actions, onMove, ...props }: PersonDrawerProps & { person: SignupUser }) => {
  const t = useText('signup-user')
  const f = useFormat()
  const [erasing, setErasing] = useState(false)
  const mayWrite = props.mayWrite && person.erasedAt === null
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
          {person.personal && (
            <Button size="s" icon={<IconEraser {...icon16} />} onClick={() => setErasing(true)}>
              {t('erase.open')}
            </Button>
          )}
        </div>
      )}
      {person.erasedAt !== null && <p className={css.erased}>{t('erase.note', { time: f.near(person.erasedAt) })}</p>}
      {erasing && (
        <EraseDialog person={person} onErased={() => void actions.renew()} onClose={() => setErasing(false)} />
      )}
      {person.flagged && <FlaggedNote person={person} mayWrite={mayWrite} onDone={() => void actions.renew()} />}
      <div className={css.details}>
        <DetailColumns>
          <DetailSections>
            <DetailSection title={t('section.seats')}>
              <PersonSeats person={person} />
            </DetailSection>
            <DetailSection title={t('section.orders')}>
              <PersonOrders orders={person.orders} />
            </DetailSection>
            <DetailSection title={t('section.timeline')}>
              <PersonTimeline events={person.events} />
            </DetailSection>
          </DetailSections>
          <DetailSections>
            <DetailSection>
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
            </DetailSection>
            <PersonFacts person={person} mayEdit={mayWrite && person.personal} onSaved={() => void actions.renew()} />
            <DetailSection title={t('section.letters')}>
              <PersonLetters letters={person.letters} />
            </DetailSection>
          </DetailSections>
        </DetailColumns>
      </div>
    </>
  )
}

const Summary = ({ person }: { person: SignupUser }) => {
  const t = useText('signup-user')
  const f = useFormat()
  const { name, phone, email, personal, signupName, createdAt, orderedAt, erasedAt } = person
  return (
    <div className={clsx('wrap', css.summary)}>
      <Avatar name={name} size={48} />
      <div className={css.who}>
        <p className={css.contacts}>
          {erasedAt !== null ? null : personal ? (
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
        <p className={clsx('caption', css.placed)}>{t('show.since', { time: f.near(createdAt), form: signupName })}</p>
      </div>
      <p className="wrap">
        {orderedAt !== null && <TagChip colour="green">{t('chip.ordered')}</TagChip>}
        <PersonChips person={person} />
      </p>
    </div>
  )
}
