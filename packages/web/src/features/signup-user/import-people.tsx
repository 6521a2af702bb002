import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { saveFile } from '../../lib/sheet/download-sheet.ts'
import { useImport } from '../../lib/sheet/use-import.ts'
import { LabelledCheckbox, LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { ImportModal } from '../../ui/import-modal.tsx'
import { newestSignups } from '../signup/signup.api.ts'
import css from './import-people.module.css'
import { importSample, importSignupUsers, signupLives } from './signup-user.api.ts'

interface ImportPeopleProps {
  readonly open: boolean
  /** The form that the list is narrowed to; '' when it is not. */
  readonly signupId: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const formsShown = 100
const sourceMax = 120

/** Brings people from a file into a session of a form. */
export const ImportPeople = (props: ImportPeopleProps) => {
  const t = useText('signup-user')
  const f = useFormat()
  const [form, setForm] = useState(props.signupId)
  const [live, setLive] = useState('')
  const [consentSource, setConsentSource] = useState('')
  const [sendLinks, setSendLinks] = useState(false)
  const { data: forms } = useQuery({ ...newestSignups(formsShown), enabled: props.open })
  const signupId = form || (forms?.items.length === 1 ? (forms.items[0]?.id ?? '') : '')
  const { data: lives = [], isFetched } = useQuery({ ...signupLives(signupId), enabled: props.open && signupId !== '' })
  const sessions = lives.filter(
    ({ chosen, status }) => chosen && (status === 'scheduled' || status === 'open' || status === 'live'),
  )
  const liveId = sessions.some((one) => one.liveId === live)
    ? live
    : sessions.length === 1
      ? (sessions[0]?.liveId ?? '')
      : ''
  const importer = useImport({
    send: (body, signal) => {
      body.append('signupId', signupId)
      body.append('liveId', liveId)
      body.append('consentSource', consentSource)
      body.append('sendLinks', String(sendLinks))
      return importSignupUsers(body, signal)
    },
    onDone: props.onDone,
  })
  return (
    <ImportModal
      {...importer.modal}
      open={props.open}
      onClose={() => {
        importer.modal.onClose()
        props.onClose()
      }}
      title={t('import.title')}
      lead={t('import.lead')}
      ready={signupId !== '' && liveId !== '' && consentSource.trim() !== ''}
      onTemplate={(format) => {
        void importSample(format).then((file) => saveFile(file, `${t('import.sample')}.${format}`))
      }}
      fields={
        <div className={css.fields}>
          <LabelledSelect
            label={t('import.form')}
            required
            value={signupId}
            onChange={setForm}
            searchable
            choices={(forms?.items ?? []).map(({ id, signupName }) => ({ value: id, label: signupName }))}
          />
          <LabelledSelect
            label={t('import.session')}
            required
            value={liveId}
            onChange={setLive}
            disabled={signupId === ''}
            placeholder={isFetched && signupId !== '' && sessions.length === 0 ? t('import.noSession') : ''}
            choices={sessions.map(({ liveId: id, title, beginAt, capacity, taken }) => ({
              value: id,
              label: `${title}・${f.dayTime(beginAt)}${
                capacity === null ? '' : `・${t('move.left', { count: Math.max(0, capacity - taken) })}`
              }`,
            }))}
          />
          <LabelledInput
            label={t('import.consentSource')}
            required
            value={consentSource}
            onChange={setConsentSource}
            max={sourceMax}
            placeholder={t('import.consentHint')}
            description={t('import.consentHelp')}
          />
          <LabelledCheckbox
            label={t('import.sendLinks')}
            description={t('import.sendLinksHelp')}
            value={sendLinks}
            onChange={setSendLinks}
          />
        </div>
      }
    />
  )
}
