import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { FileSource } from './file-source.tsx'
import { importStatement, statementKey } from './statement.api.ts'
import css from './statement.module.css'

/** So many lines that could not be read are listed. */
const shownBad = 100

/** Takes a file of the bank in; says what was read, from which columns, and which lines could not be. */
export const StatementImport = () => {
  const t = useText('order')
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const read = useMutation({
    mutationFn: importStatement,
    onSettled: () => queries.invalidateQueries({ queryKey: statementKey }),
  })
  const { data, error, variables } = read
  const failure = isCallError(error) ? (error.fields?.['file'] ?? error.message) : undefined
  return (
    <section className={css.import} aria-label={t('statement.import')}>
      <div className="wrap">
        <Button
          kind="primary"
          icon={<IconUpload {...icon16} />}
          busy={read.isPending}
          onClick={() => input.current?.click()}
        >
          {t('statement.choose')}
        </Button>
        <span className="caption">{t('statement.chooseNote')}</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t('statement.choose')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file can be chosen again.
          event.currentTarget.value = ''
          if (file) read.mutate({ file })
        }}
      />
      {failure !== undefined && (
        <p className={css.problem} role="alert">
          {failure}
        </p>
      )}
      {data && variables && (
        <FileSource
          key={`${variables.file.name} ${variables.charset ?? ''}`}
          source={data.source}
          asks={!data.isWritten}
          busy={read.isPending}
          onCharset={(charset) => read.mutate({ file: variables.file, charset })}
        />
      )}
      <div role="status">
        {data?.isWritten && (
          <>
            <p>
              <b>{t('statement.added', { count: data.counts.new })}</b>{' '}
              {t('statement.others', {
                same: data.counts.same,
                ignored: data.counts.ignored,
                bad: data.counts.bad,
              })}
            </p>
            <p className="caption">
              {data.columns
                .map(({ field, headers }) =>
                  t('statement.readFrom', {
                    field: t(`statement.field.${field}`),
                    headers: headers.length > 0 ? headers.join('、') : t('statement.noColumn'),
                  }),
                )
                .join(t('statement.between'))}
            </p>
          </>
        )}
      </div>
      {data && data.bad.length > 0 && (
        <div className={css.bad}>
          <p>{t('statement.badTitle')}</p>
          <ul>
            {data.bad.slice(0, shownBad).map(({ line, field, message }) => (
              <li key={line}>{t('statement.badLine', { line, field: t(`statement.field.${field}`), message })}</li>
            ))}
            {data.bad.length > shownBad && <li>{t('statement.moreBad', { count: data.bad.length - shownBad })}</li>}
          </ul>
        </div>
      )}
    </section>
  )
}
