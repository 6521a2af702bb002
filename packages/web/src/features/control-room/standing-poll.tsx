import { newestPoll, pollAt, pollPercents } from '@kaimai/contract/room/poll.rules.ts'
import { pollLimits } from '@kaimai/contract/room/poll.schema.ts'
import { IconChartBar, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { closePoll, openPoll } from '../room/room.api.ts'
import { roomTime } from './person-style.ts'
import { SpotDialog, StandingRow } from './standing-row.tsx'
import own from './standing.module.css'
import { SecondsChoice } from './seconds-choice.tsx'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** The poll that viewers see with its votes so far, whoever opened it, and the ways to close it or to ask another. */
export const StandingPoll = ({ isOpen, sinceMs }: { isOpen: boolean; sinceMs: number }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { liveId, controlRoom } = useControlRoom()
  const { state } = useControlRoomView()
  const [isMaking, setMaking] = useState(false)
  const close = useMutation({ mutationFn: () => closePoll(liveId) })
  const mayRun = controlRoom.may.run && isOpen
  const poll = pollAt(newestPoll(state.room.polls), state.room.votes, sinceMs)
  if (!isOpen || (!mayRun && poll === undefined)) return null
  const percents = pollPercents(poll?.counts ?? [])
  const total = poll?.counts.reduce((sum, count) => sum + count, 0) ?? 0
  return (
    <>
      <StandingRow
        icon={<IconChartBar {...icon16} />}
        text={
          poll && (poll.isOpen ? t('spotPoll.left', { time: roomTime(poll.untilMs - sinceMs) }) : t('spotPoll.over'))
        }
        none={t('spotPoll.none')}
        end={
          mayRun && poll?.isOpen === true
            ? { label: t('spotPoll.close'), busy: close.isPending, onEnd: () => close.mutate() }
            : undefined
        }
        make={
          mayRun ? { label: t('spotPoll.make'), title: t('spotPoll.title'), onMake: () => setMaking(true) } : undefined
        }
      />
      {poll !== undefined && <p className={own.asked}>{poll.question}</p>}
      {poll !== undefined && (
        <ul className={own.counts} aria-label={t('spotPoll.counts', { count: total, number: f.number(total) })}>
          {poll.options.map((text, at) => (
            <li key={at}>
              <i style={{ width: `${percents[at] ?? 0}%` }} aria-hidden="true" />
              <span className="clip grow">{text}</span>
              <b>{t('spotPoll.votes', { count: poll.counts[at] ?? 0, number: f.number(poll.counts[at] ?? 0) })}</b>
              <small className="caption">{f.percent((percents[at] ?? 0) / 100, 0)}</small>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <PollDialog replaces={poll?.isOpen === true} onClose={() => setMaking(false)} />}
    </>
  )
}

const PollDialog = ({ replaces, onClose }: { replaces: boolean; onClose: () => void }) => {
  const t = useText('control-room')
  const { liveId } = useControlRoom()
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly string[]>(['', ''])
  const [seconds, setSeconds] = useState<number>(60)
  const given = options.map((text) => text.trim()).filter((text) => text !== '')
  const isReady = question.trim() !== '' && given.length >= pollLimits.minOptions
  const open = useMutation({
    mutationFn: () => openPoll(liveId, { question: question.trim(), options: given, seconds }),
    onSuccess: onClose,
  })
  const send = () => {
    if (isReady && !open.isPending) open.mutate()
  }
  return (
    <SpotDialog
      title={t('spotPoll.title')}
      send={t('spotPoll.send')}
      isReady={isReady}
      busy={open.isPending}
      onSend={send}
      onClose={onClose}
    >
      <LabelledInput
        label={t('spotPoll.question')}
        placeholder={t('spotPoll.questionHint')}
        description={replaces ? t('spotPoll.replaces') : t('spotPoll.help')}
        value={question}
        onChange={setQuestion}
        max={pollLimits.questionCharacters}
        required
        autoFocus
      />
      {options.map((text, at) => (
        <div key={at} className="row-s">
          <div className="grow">
            <LabelledInput
              label={t('spotPoll.option', { number: at + 1 })}
              value={text}
              onChange={(next) => setOptions(options.map((each, place) => (place === at ? next : each)))}
              max={pollLimits.optionCharacters}
              required={at < pollLimits.minOptions}
            />
          </div>
          {at >= pollLimits.minOptions && (
            <IconButton
              label={t('spotPoll.removeOption', { number: at + 1 })}
              icon={<IconTrash {...icon16} />}
              onClick={() => setOptions(options.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      {options.length < pollLimits.maxOptions && (
        <Button size="s" icon={<IconPlus {...icon16} />} onClick={() => setOptions([...options, ''])}>
          {t('spotPoll.addOption')}
        </Button>
      )}
      <SecondsChoice label={t('spotPoll.length')} name="poll-seconds" value={seconds} onChange={setSeconds} />
    </SpotDialog>
  )
}
