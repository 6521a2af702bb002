import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { newestSignups } from '../signup/signup.api.ts'
import { signupLives } from './signup-user.api.ts'

const formsShown = 100

export interface ChosenSession {
  /** '' while none is chosen. */
  readonly signupId: string
  readonly liveId: string
}

/** Into which session of which form staff brings people; what there is only one of is chosen. */
export const useSessionChoice = (open: boolean, ofList: string) => {
  const [form, setForm] = useState(ofList)
  const [live, setLive] = useState('')
  const { data: forms } = useQuery({ ...newestSignups(formsShown), enabled: open })
  const signupId = form || (forms?.items.length === 1 ? (forms.items[0]?.id ?? '') : '')
  const { data: lives = [], isFetched } = useQuery({ ...signupLives(signupId), enabled: open && signupId !== '' })
  const sessions = lives.filter(
    ({ chosen, status }) => chosen && (status === 'scheduled' || status === 'open' || status === 'live'),
  )
  const [only] = sessions
  const isThere = sessions.some((one) => one.liveId === live)
  const liveId = isThere ? live : only && sessions.length === 1 ? only.liveId : ''
  const chosen: ChosenSession = { signupId, liveId }
  const isNone = isFetched && signupId !== '' && sessions.length === 0
  return { chosen, forms: forms?.items ?? [], sessions, isNone, setForm, setLive }
}

export interface SessionFieldsProps {
  readonly choice: ReturnType<typeof useSessionChoice>
  readonly error?: string | undefined
}

export const SessionFields = ({ choice, error }: SessionFieldsProps) => {
  const t = useText('signup-user')
  const f = useFormat()
  const { chosen, forms, sessions } = choice
  return (
    <>
      <LabelledSelect
        label={t('import.form')}
        required
        value={chosen.signupId}
        onChange={choice.setForm}
        searchable
        choices={forms.map(({ id, signupName }) => ({ value: id, label: signupName }))}
      />
      <LabelledSelect
        name="liveId"
        label={t('import.session')}
        required
        value={chosen.liveId}
        onChange={choice.setLive}
        error={error}
        disabled={chosen.signupId === ''}
        placeholder={choice.isNone ? t('import.noSession') : ''}
        choices={sessions.map(({ liveId: id, title, beginAt, capacity, taken }) => ({
          value: id,
          label: `${title}・${f.dayTime(beginAt)}${
            capacity === null ? '' : `・${t('move.left', { count: Math.max(0, capacity - taken) })}`
          }`,
        }))}
      />
    </>
  )
}
