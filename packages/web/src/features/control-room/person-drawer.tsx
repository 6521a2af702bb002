import type { ControlRoomPerson } from '@kaimai/contract/control-room/control-room.schema.ts'
import { timeOutMinutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import { IconBan, IconHourglass, IconMessageOff, IconPackageExport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { AutosavedText } from '../../ui/autosaved-text.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeLiveUserMemo } from '../viewer/viewer.api.ts'
import { controlRoomPerson, releaseHolds } from '../room/room.api.ts'
import css from './dialogs.module.css'
import { roomTime } from './person-style.ts'
import { timeOutOf } from './shortcut-keys.ts'
import { type OpenControlRoom, useQuietViewOf } from './use-control-room.tsx'

interface PersonDrawerProps {
  readonly open: OpenControlRoom
  readonly userId: string
  readonly name: string
  readonly onClose: () => void
}

const memoMax = 2000

/** Somebody of the room: what they said, watched and bought, and what the staff does about them. */
export const PersonDrawer = ({ open, userId, name, onClose }: PersonDrawerProps) => {
  const query = useQuery(controlRoomPerson(open.liveId, userId))
  return (
    <LoadedDrawer query={query} title={(person) => person.name} loading={name} width={520} fields={5} onClose={onClose}>
      {(person) => <Person key={userId} person={person} open={open} />}
    </LoadedDrawer>
  )
}

const Person = ({ person, open }: { person: ControlRoomPerson; open: OpenControlRoom }) => {
  const t = useText('control-room')
  const f = useFormat()
  const queries = useQueryClient()
  const view = useQuietViewOf(open.store)
  const { store, controlRoom, liveId } = open
  const { userId, name, phone, email } = person
  const isMuted = view.isMuted(userId)
  const timeOutMs = view.timeOut(userId)
  const isBlocked = view.holds('blocked', userId) || (person.blocked && !view.state.marks.has(`blocked ${userId}`))
  const contacts = [phone, email].filter((text) => text !== '')
  const release = () =>
    void releaseHolds(liveId, userId).then(
      (released) => toast.good(t(released === 0 ? 'person.heldNothing' : 'person.released', { count: released })),
      (failure: unknown) => toast.bad(failure instanceof Error ? failure.message : ''),
    )
  const words = { typing: t('memo.typing'), saving: t('memo.saving'), saved: t('memo.saved'), failed: t('memo.failed') }
  return (
    <div className={clsx('stack-l', css.person)}>
      <div className={css.summary}>
        <Avatar src={person.imgUrl} name={name} size={48} />
        <div>
          <p>{contacts.length === 0 ? t('person.noContact') : contacts.join('・')}</p>
          <p>
            {person.isOnline && <TagChip colour="green">{t('person.online')}</TagChip>}{' '}
            {person.anonymous && <TagChip>{t('person.anonymous')}</TagChip>}{' '}
            {person.regular && <TagChip colour="blue">{t('row.regular')}</TagChip>}{' '}
            {isMuted && !isBlocked && <TagChip colour="yellow">{t('outcome.muted')}</TagChip>}{' '}
            {timeOutMs !== undefined && !isBlocked && (
              <TagChip colour="yellow">{t('person.timedOut', { time: f.time(timeOutMs) })}</TagChip>
            )}{' '}
            {isBlocked && <TagChip colour="red">{t('outcome.blocked')}</TagChip>}
          </p>
        </div>
      </div>
      <dl className={css.figures}>
        <div>
          <dt className="caption">{t('person.watched')}</dt>
          <dd>{roomTime(person.watchedSeconds * 1000)}</dd>
        </div>
        <div>
          <dt className="caption">{t('person.comments')}</dt>
          <dd>{f.number(person.messages)}</dd>
        </div>
        <div>
          <dt className="caption">{t('person.orders')}</dt>
          <dd>
            {f.number(person.orders)}
            {person.orders > 0 && (
              <small className="caption">
                {f.money({ amount: person.orderTotal, currency: controlRoom.currency })}
              </small>
            )}
          </dd>
        </div>
      </dl>
      {controlRoom.may.moderate && (
        <div className="wrap">
          {!isBlocked && (
            <Button
              size="s"
              icon={<IconMessageOff {...icon16} />}
              onClick={() => store.act({ kind: 'mute', userId, name, on: !isMuted })}
            >
              {t(isMuted ? 'act.unmute' : 'act.mute')}
            </Button>
          )}
          {!isBlocked &&
            (timeOutMs === undefined ? (
              timeOutMinutes.map((minutes) => (
                <Button
                  key={minutes}
                  size="s"
                  icon={<IconHourglass {...icon16} />}
                  onClick={() => store.act(timeOutOf({ user: person }, minutes, store.serverNow()))}
                >
                  {t('person.timeOut', { count: minutes })}
                </Button>
              ))
            ) : (
              <Button
                size="s"
                icon={<IconHourglass {...icon16} />}
                onClick={() => store.act({ kind: 'endTimeOut', userId, name })}
              >
                {t('act.endTimeOut')}
              </Button>
            ))}
          {controlRoom.may.run && (
            <Button size="s" icon={<IconPackageExport {...icon16} />} onClick={release}>
              {t('person.release')}
            </Button>
          )}
          {isBlocked ? (
            <Button size="s" onClick={() => store.act({ kind: 'unblock', userId, name })}>
              {t('act.unblock')}
            </Button>
          ) : (
            <>
              <Button
                size="s"
                kind="danger"
                icon={<IconBan {...icon16} />}
                onClick={() => store.act({ kind: 'block', userId, name, permanent: false })}
              >
                {t('person.blockHere')}
              </Button>
              <Button
                size="s"
                kind="danger"
                icon={<IconBan {...icon16} />}
                onClick={() => store.act({ kind: 'block', userId, name, permanent: true })}
              >
                {t('person.blockAll')}
              </Button>
            </>
          )}
        </div>
      )}
      {isBlocked && person.anonymous && view.anonymousAllowed && controlRoom.may.run && (
        <p className="caption">
          {t('person.anonymousBack')}{' '}
          <Button size="s" onClick={() => store.act({ kind: 'anonymous', on: false })}>
            {t('person.closeAnonymous')}
          </Button>
        </p>
      )}
      <AutosavedText
        label={t('memo.label')}
        value={person.memo}
        save={async (memo) => {
          await changeLiveUserMemo(person.id, memo)
          await queries.invalidateQueries({ queryKey: controlRoomPerson(liveId, userId).queryKey })
        }}
        words={words}
        placeholder={t('memo.hint')}
        max={memoMax}
        rows={2}
        disabled={!controlRoom.may.moderate}
      />
      <section>
        <h3>{t('person.said')}</h3>
        {person.comments.length === 0 ? (
          <p className="caption">{t('person.saidNothing')}</p>
        ) : (
          <ol className={css.said}>
            {person.comments.map(({ seq, ms, text, held, removed }) => (
              <li key={seq}>
                <time className="struck">{roomTime(ms)}</time>
                <span data-gone={removed}>{text}</span>
                {held && <TagChip colour="yellow">{t('person.held')}</TagChip>}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}
