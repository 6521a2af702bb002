import type { SendingAudience } from '@kaimai/contract/sending/sending.routes.ts'
import type { SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import { IconUpload, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useSourceTexts } from '../../lib/sheet/use-import.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { SheetSourceNote } from '../../ui/sheet-source.tsx'
import { ConsentField } from './consent-field.tsx'
import { readListFile } from './sending.api.ts'

type ListAudience = Extract<SendingAudience, { readonly kind: 'list' }>

interface ListFieldsProps {
  readonly channel: SendingChannel
  readonly audience: ListAudience
  readonly onChange: (audience: ListAudience) => void
  readonly errorAt: (path: string) => string | undefined
}

/** People whom the shop brings along: pasted, or in a file; and where they have agreed to be written to. */
export const ListFields = ({ channel, audience, onChange, errorAt }: ListFieldsProps) => {
  const t = useText('sending')
  const f = useFormat()
  const words = useSourceTexts()
  const input = useRef<HTMLInputElement>(null)
  const read = useMutation({
    mutationFn: readListFile,
    onSuccess: ({ text }) => onChange({ ...audience, text }),
  })
  const { data, error, variables } = read
  const failure = isCallError(error) ? (error.fields?.['file'] ?? error.message) : undefined
  return (
    <>
      {data && variables ? (
        <div className="stack">
          <p role="status">{t('form.fileRead', { name: variables.file.name, rows: f.number(data.rows) })}</p>
          <SheetSourceNote
            source={data.source}
            words={words}
            disabled={read.isPending}
            onCharset={(charset) => read.mutate({ file: variables.file, channel, charset })}
          />
          {errorAt('audience.text') !== undefined && (
            <p className="failure-line" role="alert">
              {errorAt('audience.text')}
            </p>
          )}
          <div>
            <Button
              icon={<IconX {...icon16} />}
              onClick={() => {
                read.reset()
                onChange({ ...audience, text: '' })
              }}
            >
              {t('form.fileRemove')}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <LabelledTextarea
            name="audience.text"
            label={t('form.list')}
            description={t(channel === 'sms' ? 'form.listHintSms' : 'form.listHint')}
            value={audience.text}
            onChange={(text) => onChange({ ...audience, text })}
            error={errorAt('audience.text')}
            rows={6}
            required
          />
          <div className="stack">
            <div>
              <Button icon={<IconUpload {...icon16} />} busy={read.isPending} onClick={() => input.current?.click()}>
                {t('form.file')}
              </Button>
            </div>
            <p className="caption">{t(channel === 'sms' ? 'form.fileHintSms' : 'form.fileHint')}</p>
            {failure !== undefined && (
              <p className="failure-line" role="alert">
                {failure}
              </p>
            )}
          </div>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t('form.file')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again once it is mended.
          currentTarget.value = ''
          if (file) read.mutate({ file, channel })
        }}
      />
      <ConsentField audience={audience} onChange={onChange} errorAt={errorAt} />
    </>
  )
}
