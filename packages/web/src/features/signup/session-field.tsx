import { moveItem } from '../../lib/list/move-item.ts'
import { TextInput } from '@mantine/core'
import { IconHistory, IconPlus, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ReorderGrip } from '../../ui/reorder-grip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import css from './session-field.module.css'
import { openFirst, type Session } from './session-list.ts'
import { SessionPicker } from './session-picker.tsx'
import type { LiveToOffer } from './signup.api.ts'
import { useReorder } from '../../ui/use-reorder.ts'
import { useTypedNumber } from '../../ui/use-typed-number.ts'

interface SessionFieldProps {
  readonly value: readonly Session[]
  readonly onChange: (sessions: Session[]) => void
  /** Lives still open for sign-up; a session of any other is over. */
  readonly lives: readonly LiveToOffer[]
  readonly errorAt: (path: string) => string | undefined
}

/** The sessions that visitors choose from. */
export const SessionField = ({ value, onChange, lives, errorAt }: SessionFieldProps) => {
  const t = useText('signup')
  const [picking, setPicking] = useState(false)
  const liveOf = (liveId: string) => lives.find((live) => live.liveId === liveId)
  const isOpen = (liveId: string) => liveOf(liveId) !== undefined
  const sessions = openFirst(value, isOpen)
  const open = sessions.filter(({ liveId }) => isOpen(liveId))
  const overCount = sessions.length - open.length
  const { list, dragged, handle } = useReorder({
    count: open.length,
    onMove: (from, to) => onChange(moveItem(sessions, from, to)),
  })
  const change = (liveId: string, patch: Partial<Session>) =>
    onChange(value.map((session) => (session.liveId === liveId ? { ...session, ...patch } : session)))
  const indexOf = (session: Session) => value.indexOf(session)
  const error = errorAt('sessionInfoList')

  return (
    <div data-field="sessionInfoList">
      {open.length > 0 && (
        <ul ref={list} className={css.sessions} aria-label={t('sessions.label')}>
          {open.map((session, index) => {
            const live = liveOf(session.liveId)
            return (
              live && (
                <SessionRow
                  key={session.liveId}
                  session={session}
                  live={live}
                  index={index}
                  count={open.length}
                  isDragged={dragged === index}
                  grip={handle(index)}
                  titleError={errorAt(`sessionInfoList.${indexOf(session)}.title`)}
                  capacityError={errorAt(`sessionInfoList.${indexOf(session)}.capacity`)}
                  onChange={(patch) => change(session.liveId, patch)}
                  onRemove={() => onChange(value.filter((each) => each !== session))}
                />
              )
            )
          })}
        </ul>
      )}
      {overCount > 0 && (
        <p className={css.over}>
          <IconHistory {...icon16} />
          {t('sessions.over', { count: overCount })}
          <Button kind="plain" size="s" onClick={() => onChange(open)}>
            {t('sessions.removeOver')}
          </Button>
        </p>
      )}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <Button kind="add" icon={<IconPlus {...icon16} />} onClick={() => setPicking(true)} aria-haspopup="dialog">
        {t('sessions.add')}
      </Button>
      <SessionPicker
        open={picking}
        onClose={() => setPicking(false)}
        chosen={open.map(({ liveId }) => liveId)}
        onChoose={(liveIds) =>
          onChange([
            ...sessions.filter(({ liveId }) => liveIds.includes(liveId)),
            ...liveIds
              .filter((liveId) => !open.some((session) => session.liveId === liveId))
              .map((liveId) => ({ liveId, title: '', capacity: null })),
            ...sessions.filter(({ liveId }) => !isOpen(liveId)),
          ])
        }
      />
    </div>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly live: LiveToOffer
  readonly index: number
  readonly count: number
  readonly isDragged: boolean
  readonly grip: ReturnType<ReturnType<typeof useReorder>['handle']>
  readonly titleError: string | undefined
  readonly capacityError: string | undefined
  readonly onChange: (patch: Partial<Session>) => void
  readonly onRemove: () => void
}

const SessionRow = (props: SessionRowProps) => {
  const { session, live, index, count, isDragged, grip, titleError, capacityError, onChange, onRemove } = props
  const t = useText('signup')
  const f = useFormat()
  const name = session.title || live.liveName
  const capacity = useTypedNumber({
    value: session.capacity ?? undefined,
    onChange: (typed) => onChange({ capacity: typed ?? null }),
  })
  const minutes = Math.max(1, Math.round((Date.parse(live.endAt) - Date.parse(live.beginAt)) / 60_000))
  return (
    <li className={css.session} data-place={index} data-dragged={isDragged || undefined}>
      <ReorderGrip
        label={t('sessions.move', { name, number: index + 1, count })}
        hint={t('sessions.moveHint')}
        handle={grip}
      />
      <Thumb src={live.imageUrl} width={64} height={36} />
      <div className={css.what}>
        <input
          className={css.title}
          value={session.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
          placeholder={live.liveName}
          maxLength={80}
          aria-label={t('sessions.titleOf', { number: index + 1 })}
          aria-invalid={titleError !== undefined || undefined}
          title={titleError}
        />
        <p className={clsx('caption', css.when)}>
          {f.dayTime(live.beginAt)}・{t('sessions.minutes', { count: minutes })}
          {live.status === 'live' && <b>・{t('sessions.live')}</b>}
        </p>
      </div>
      <div className={css.capacity}>
        <TextInput
          aria-label={t('sessions.capacityOf', { number: index + 1 })}
          value={capacity.text}
          onChange={(event) => capacity.change(event.currentTarget.value)}
          onFocus={capacity.focus}
          onBlur={capacity.blur}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('sessions.unlimited')}
          leftSection={<span className="caption">{t('sessions.capacity')}</span>}
          leftSectionWidth={56}
          leftSectionPointerEvents="none"
          error={capacity.isFocused ? capacityError : (capacity.problem ?? capacityError)}
        />
      </div>
      <IconButton label={t('sessions.remove', { name })} icon={<IconX {...icon16} />} onClick={onRemove} />
    </li>
  )
}
