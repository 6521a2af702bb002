import type { SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconCalendarOff } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledCheckbox, LabelledSelect } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './move-dialog.module.css'
import { moveSignupUsers, signupLives } from './signup-user.api.ts'

interface MoveDialogProps {
  readonly people: readonly SignupUserRow[]
  /** The session that the list is narrowed to; '' when it is not. */
  readonly fromLiveId: string
  readonly onMoved: () => void
  readonly onClose: () => void
}

/** Moves people to another session of their form. */
export const MoveDialog = ({ people, fromLiveId, onMoved, onClose }: MoveDialogProps) => {
  const t = useText('signup-user')
  const f = useFormat()
  const labels = useLabels()
  const [first] = people
  const oneForm = people.every(({ signupId }) => signupId === first?.signupId)
  const held = [...new Map(people.flatMap(({ seats }) => seats).map((seat) => [seat.liveId, seat])).values()]
  const severalSeats = people.some(({ seats }) => seats.length > 1)
  const [from, setFrom] = useState(
    held.some(({ liveId }) => liveId === fromLiveId) ? fromLiveId : severalSeats ? (held[0]?.liveId ?? '') : '',
  )
  const [to, setTo] = useState('')
  const [notify, setNotify] = useState(true)
  const { data: lives, isPending } = useQuery({ ...signupLives(first?.signupId), enabled: oneForm })
  const leaving = from || (held.length === 1 ? (held[0]?.liveId ?? '') : '')
  const open = (lives ?? []).filter(
    ({ chosen, status, liveId }) => chosen && liveId !== leaving && ['scheduled', 'open', 'live'].includes(status),
  )
  const moving = useMutation({
    mutationFn: moveSignupUsers,
    meta: { ownErrors: true },
    onSuccess: ({ moved }) => {
      onMoved()
      onClose()
      toast.good(t('done.moved', { count: moved }))
    },
  })
  const stopped = people.filter(({ isCancelNotice }) => isCancelNotice).length
  return (
    <Modal
      open
      onTop
      onClose={moving.isPending ? undefined : onClose}
      title={
        people.length === 1
          ? t('move.titleOne', { name: first?.name ?? '' })
          : t('move.titleMany', { count: people.length })
      }
      width={520}
      footer={
        <>
          <Button onClick={onClose} disabled={moving.isPending}>
            {labels.cancel}
          </Button>
          <Button
            kind="primary"
            disabled={to === ''}
            busy={moving.isPending}
            onClick={() =>
              moving.mutate({
                ids: people.map(({ id }) => id),
                fromLiveId: from === '' ? undefined : from,
                toLiveId: to,
                notify,
              })
            }
          >
            {t('move.ok')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {moving.error && (
          <p className={clsx('soft-red banner', css.failure)} role="alert">
            {Object.values(fieldsOf(moving.error))[0] ?? moving.error.message}
          </p>
        )}
        {!oneForm ? (
          <p className={css.none}>{t('move.oneForm')}</p>
        ) : isPending ? (
          <SkeletonForm fields={2} />
        ) : (
          <>
            {severalSeats && (
              <LabelledSelect
                label={t('move.from')}
                value={from}
                onChange={setFrom}
                choices={held.map(({ liveId, title, beginAt }) => ({
                  value: liveId,
                  label: `${title}・${f.dayTime(beginAt)}`,
                }))}
              />
            )}
            {open.length === 0 ? (
              <p className={css.none}>
                <IconCalendarOff size={20} stroke={1.5} aria-hidden="true" />
                {t('move.nowhere')}
              </p>
            ) : (
              <fieldset className={css.sessions}>
                <legend>{t('move.to')}</legend>
                {open.map((live) => {
                  const left = live.capacity === null ? undefined : Math.max(0, live.capacity - live.taken)
                  const full = left !== undefined && left < people.length
                  return (
                    <label key={live.liveId} data-full={full}>
                      <input
                        type="radio"
                        name="move-to"
                        disabled={full}
                        checked={to === live.liveId}
                        onChange={() => setTo(live.liveId)}
                      />
                      <span className={clsx('grow', css.session)}>
                        <b className="break-words">{live.title}</b>
                        <span className="caption">{f.dayTime(live.beginAt)}</span>
                      </span>
                      <span className={clsx('caption', css.left)}>
                        {left === undefined ? t('move.unlimited') : t('move.left', { count: left })}
                      </span>
                    </label>
                  )
                })}
              </fieldset>
            )}
            <LabelledCheckbox
              label={t('move.notify')}
              description={stopped > 0 ? t('move.stopped', { count: stopped }) : t('move.notifyText')}
              value={notify}
              onChange={setNotify}
            />
          </>
        )}
      </div>
    </Modal>
  )
}

const fieldsOf = (error: Error): Readonly<Record<string, string>> =>
  'fields' in error && typeof error.fields === 'object' && error.fields !== null ? { ...error.fields } : {}
