import type { StatementRow } from '@kaimai/contract/payment/statement.routes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { orderKey } from './order.api.ts'
import { StatementImport } from './statement-import.tsx'
import { isPlain, StatementMatch } from './statement-match.tsx'
import { bookTransfer, loadStatement, setTransferAside, statementKey } from './statement.api.ts'
import css from './statement.module.css'

const settledStates = ['booked', 'setAside'] as const
const pageSize = 50

/** Transfers of the bank's statement, each with the orders that it may be for; what is ticked is booked. */
export const StatementPage = () => {
  const t = useText('order')
  const f = useFormat()
  const queries = useQueryClient()
  const list = useList({
    key: [...statementKey, 'list'],
    load: loadStatement,
    filters: { state: settledStates },
    pageSize,
  })
  const { rows, filters } = list
  /** What differs from how a row is ticked by itself. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const isTicked = (row: StatementRow): boolean =>
    row.state === 'open' && row.proposal !== null && (choices.get(row.id) ?? isPlain(row))
  const ticked = rows.filter(isTicked)

  const book = useMutation({
    mutationFn: async (chosen: readonly StatementRow[]) => {
      const failed = new Map<string, string>()
      // One after the other: a transfer may depend on what the one before did.
      for (const { id, proposal } of chosen) {
        if (!proposal) continue
        const orders = proposal.orders.map(({ id: orderId, received }) => ({ id: orderId, received }))
        try {
          await bookTransfer(id, { orders, acceptShort: proposal.short > 0, asExtra: proposal.over > 0 })
        } catch (error) {
          if (!isCallError(error)) throw error
          failed.set(id, error.message)
        }
      }
      return failed
    },
    onSuccess: (failed, chosen) => {
      setFailures(failed)
      setChoices(new Map())
      if (chosen.length > failed.size) toast.good(t('statement.done', { count: chosen.length - failed.size }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey }),
  })
  const aside = useMutation({
    mutationFn: ({ id, state }: StatementRow) => setTransferAside(id, state === 'open'),
    onSettled: () => queries.invalidateQueries({ queryKey: statementKey }),
  })

  const columns: Column<StatementRow>[] = [
    {
      key: 'amount',
      title: t('statement.field.amount'),
      card: 'main',
      width: 136,
      render: ({ amount }) => <b>{f.money({ amount, currency: 'TWD' })}</b>,
    },
    { key: 'day', title: t('statement.field.day'), card: 'bare', width: 120, render: ({ day }) => day },
    {
      key: 'note',
      title: t('statement.field.note'),
      card: 'bare',
      render: ({ note, accountEnd }) => (
        <span className={css.note}>
          {note}
          {accountEnd !== '' && <span className="caption">{t('statement.accountEnd', { digits: accountEnd })}</span>}
        </span>
      ),
    },
    {
      key: 'match',
      title: t('statement.match'),
      card: 'bare',
      render: (row) => (
        <StatementMatch
          row={row}
          isTicked={isTicked(row)}
          failure={failures.get(row.id)}
          onTick={(is) => setChoices((before) => new Map(before).set(row.id, is))}
        />
      ),
    },
  ]
  const tabs = ['' as const, ...settledStates].map((state) => ({
    label: t(`statement.state.${state === '' ? 'open' : state}`),
    to: list.linkTo({ state }),
    current: filters.state === state,
  }))
  return (
    <>
      <PageHeader
        title={t('statement.title')}
        lead={t('statement.lead')}
        crumbs={[{ label: t('title'), to: paths.manageOrders() }]}
      />
      <StatementImport />
      <LinkTabs label={t('statement.tabs')} tabs={tabs} />
      <DataTable
        {...list.table}
        label={t('statement.list')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ day, amount }) => `${day} ${f.money({ amount, currency: 'TWD' })}`}
        actions={(row) =>
          row.state === 'booked'
            ? []
            : [
                {
                  label: t(row.state === 'open' ? 'statement.setAside' : 'statement.reopen'),
                  run: () => aside.mutate(row),
                },
              ]
        }
        empty={
          <EmptyState
            art="list"
            title={t(filters.state === '' ? 'statement.emptyTitle' : 'statement.emptyHere')}
            text={filters.state === '' ? t('statement.emptyText') : undefined}
          />
        }
      />
      {filters.state === '' && rows.length > 0 && (
        <div className={css.foot}>
          <Button
            kind="primary"
            busy={book.isPending}
            disabled={ticked.length === 0}
            onClick={() => book.mutate(ticked)}
          >
            {t('statement.book', { count: ticked.length })}
          </Button>
        </div>
      )}
    </>
  )
}
