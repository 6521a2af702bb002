import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { orderKey } from './order.api.ts'
import { FileSource } from './file-source.tsx'
import { SettlementDifferences } from './settlement-differences.tsx'
import { SettlementSums } from './settlement-sums.tsx'
import { importSettlement } from './settlement.api.ts'
import css from './statement.module.css'

/** Takes a settlement file of a payment company in; says what it should pay out, and what differs from our payments. */
export const SettlementPage = () => {
  const t = useText('order')
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const read = useMutation({
    mutationFn: importSettlement,
    // The cash flow shows the fees.
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const { data, error, variables } = read
  const failure = isCallError(error) ? (error.fields?.['file'] ?? error.message) : undefined
  return (
    <>
      <PageHeader
        title={t('settlement.title')}
        lead={t('settlement.lead')}
        crumbs={[{ label: t('title'), to: paths.manageOrders() }]}
      />
      <section className={css.import} aria-label={t('settlement.import')}>
        <div className="wrap">
          <Button
            kind="primary"
            icon={<IconUpload {...icon16} />}
            busy={read.isPending}
            onClick={() => input.current?.click()}
          >
            {t('settlement.choose')}
          </Button>
          <span className="caption">{t('settlement.chooseNote')}</span>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={t('settlement.choose')}
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
                <b>{t('settlement.result', { count: data.counts.matched })}</b>{' '}
                {t('settlement.written', { count: data.counts.written })}{' '}
                {data.counts.ignored > 0 && t('settlement.ignored', { count: data.counts.ignored })}
              </p>
              {data.days && (
                <p className="caption">{t('settlement.days', { from: data.days.from, to: data.days.to })}</p>
              )}
            </>
          )}
        </div>
      </section>
      {data?.isWritten && (
        <>
          <SettlementSums result={data} />
          <SettlementDifferences result={data} />
        </>
      )}
    </>
  )
}
