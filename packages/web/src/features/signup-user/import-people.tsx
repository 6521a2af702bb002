import { clsx } from 'clsx'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { saveFile } from '../../lib/sheet/download-sheet.ts'
import { useImportRun } from '../../lib/sheet/use-import-run.ts'
import { LabelledCheckbox, LabelledInput } from '../../ui/field.tsx'
import { ImportNote } from '../../ui/import-note.tsx'
import { ImportRunModal } from '../../ui/import-run-modal.tsx'
import css from './import-people.module.css'
import { SessionFields, useSessionChoice } from './session-choice.tsx'
import { importSample, readSignupUsers, signupUserImports } from './signup-user.api.ts'

interface ImportPeopleProps {
  readonly open: boolean
  /** The form that the list is narrowed to; '' when it is not. */
  readonly signupId: string
  readonly mayImport: boolean
  /** An import has ended: people came in. */
  readonly onEnd: () => void
  readonly onOpen: () => void
  readonly onClose: () => void
}

const sourceMax = 120

/** Brings people from a file into a session of a form. */
export const ImportPeople = (props: ImportPeopleProps) => {
  const t = useText('signup-user')
  const choice = useSessionChoice(props.open, props.signupId)
  const { signupId, liveId } = choice.chosen
  const [consentSource, setConsentSource] = useState('')
  const [sendLinks, setSendLinks] = useState(false)
  const importer = useImportRun({
    calls: signupUserImports,
    mayImport: props.mayImport,
    read: (body, signal) => {
      body.append('signupId', signupId)
      body.append('liveId', liveId)
      body.append('consentSource', consentSource)
      body.append('sendLinks', String(sendLinks))
      return readSignupUsers(body, signal)
    },
    onEnd: props.onEnd,
  })
  return (
    <>
      <ImportNote
        {...importer.note}
        onContinue={(run) => {
          props.onOpen()
          importer.note.onContinue(run)
        }}
      />
      <ImportRunModal
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
          <div className={clsx('stack', css.fields)}>
            <SessionFields choice={choice} />
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
    </>
  )
}
