import { useMediaQuery } from '@mantine/hooks'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from './button.tsx'
import css from './import-modal.module.css'
import {
  type ImportedRow,
  type ImportedRows,
  importRowStates,
  type ImportRowState,
  type ImportTexts,
} from './imported-rows.ts'
import { type ChipColour, TagChip } from './tag-chip.tsx'

const colours: Readonly<Record<ImportRowState, ChipColour>> = { bad: 'red', new: 'green', change: 'blue', same: 'grey' }

export type ImportFilter = ImportRowState | 'all'

interface RowsProps {
  readonly result: Omit<ImportedRows, 'source'>
  readonly words: ImportTexts & { readonly old?: string; readonly fresh?: string; readonly more?: string }
}

/** Rows that are loaded by state, a page at a time. */
interface PagedRows {
  readonly filter: ImportFilter
  readonly onFilter: (filter: ImportFilter) => void
  readonly onMore: () => void
  readonly isLoading: boolean
}

/** The list shows what each row of a file would do: the counts are the filters, errors stand at their cells. */
export const ImportRows = ({ result, words, paged }: RowsProps & { readonly paged?: PagedRows }) => {
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const { counts } = result
  const total = importRowStates.reduce((sum, state) => sum + counts[state], 0)
  const [chosen, setChosen] = useState<ImportRowState | 'all'>(counts.bad > 0 ? 'bad' : 'all')
  const own = chosen !== 'all' && counts[chosen] === 0 ? 'all' : chosen
  const filter = paged?.filter ?? own
  const rows = paged || filter === 'all' ? result.rows : result.rows.filter(({ state }) => state === filter)
  const inAll = filter === 'all' ? total : counts[filter]
  const states = importRowStates.filter((state) => counts[state] > 0)
  return (
    <>
      <div className="wrap" role="radiogroup" aria-label={words.filters}>
        {(['all', ...states] as const).map((state) => (
          <label key={state} className={css.filter} data-state={state}>
            <input
              type="radio"
              name="import-rows"
              checked={filter === state}
              onChange={() => (paged?.onFilter ?? setChosen)(state)}
            />
            {state === 'all' ? words.all : words.states[state]}{' '}
            <b className="number">{state === 'all' ? total : counts[state]}</b>
          </label>
        ))}
        {rows.length < inAll && <span className={clsx('caption', css.shown)}>{words.shownOf(rows.length, inAll)}</span>}
      </div>
      {narrow ? (
        <Cards result={result} rows={rows} words={words} />
      ) : (
        <Table result={result} rows={rows} words={words} />
      )}
      {paged && rows.length < inAll && (
        <Button busy={paged.isLoading} onClick={paged.onMore}>
          {words.more}
        </Button>
      )}
    </>
  )
}

const errorsOf = (row: ImportedRow, column: string): string[] =>
  row.errors.filter((error) => error.column === column).map(({ message }) => message)

/** Errors of the row itself, and of columns that the file doesn't have. */
const rowErrors = ({ errors }: ImportedRow, { columns }: Pick<ImportedRows, 'columns'>): string[] =>
  errors.filter(({ column }) => !columns.some(({ key }) => key === column)).map(({ message }) => message)

const FieldErrors = ({ messages }: { messages: readonly string[] }) =>
  messages.length === 0 ? null : <span className={css.error}>{messages.join(' ')}</span>

/** A cell; one that changes what stands there shows both, and one that is stored as something else what that is. */
const Cell = ({
  row,
  column,
  at,
  words,
}: { row: ImportedRow; column: string; at: number } & Pick<RowsProps, 'words'>) => {
  const before = row.before?.[column]
  const text = row.cells[at] ?? ''
  const stored = row.stored[column]
  const next = stored ?? text
  if (before === undefined && stored === undefined) return <span className={css.cell}>{text}</span>
  return (
    <>
      <span className={clsx(css.cell, css.changed)}>
        {before === undefined ? (
          <>
            {text}
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> {words.stored} </span>
          </>
        ) : (
          <>
            <span className="sr-only">{words.old} </span>
            <del>{before === '' ? '—' : before}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only">{words.fresh} </span>
          </>
        )}
        <ins>{next === '' ? '—' : next}</ins>
      </span>
      {before !== undefined && stored !== undefined && <span className={css.note}>{words.inFile(text)}</span>}
    </>
  )
}

type ShownProps = RowsProps & { readonly rows: readonly ImportedRow[] }

const Table = ({ result, rows, words }: ShownProps) => (
  // Focusable, so that it scrolls by the keyboard too.
  <section className={css.scroll} aria-label={words.filters} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col" className={css.lineHead}>
            {words.line}
          </th>
          {result.columns.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line} data-state={row.state}>
            <th scope="row">
              <span className={css.line}>{row.line}</span>
              <TagChip colour={colours[row.state]}>{words.states[row.state]}</TagChip>
              <FieldErrors messages={rowErrors(row, result)} />
              {row.note !== '' && <span className={css.note}>{row.note}</span>}
            </th>
            {result.columns.map(({ key }, at) => {
              const messages = errorsOf(row, key)
              return (
                <td key={key} data-bad={messages.length > 0} data-changed={row.before?.[key] !== undefined}>
                  <Cell row={row} column={key} at={at} words={words} />
                  <FieldErrors messages={messages} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** Columns of a row without errors that a phone shows. */
const factsOnPhone = 4

const Cards = ({ result, rows, words }: ShownProps) => (
  <ul className={css.cards}>
    {rows.map((row) => {
      const reported = result.columns.map(({ key, title }, at) => ({
        key,
        title,
        text: row.cells[at] ?? '',
        at,
        messages: errorsOf(row, key),
        isChanged: row.before?.[key] !== undefined || row.stored[key] !== undefined,
      }))
      const facts = reported.filter(({ text }) => text !== '').slice(0, factsOnPhone)
      const shown = reported.filter((fact) => fact.messages.length > 0 || fact.isChanged || facts.includes(fact))
      return (
        <li key={row.line}>
          <p className={css.cardHead}>
            <b>{words.lineOf(row.line)}</b>
            <TagChip colour={colours[row.state]}>{words.states[row.state]}</TagChip>
          </p>
          <FieldErrors messages={rowErrors(row, result)} />
          {row.note !== '' && <span className={css.note}>{row.note}</span>}
          <dl>
            {shown.map(({ key, title, text, at, messages, isChanged }) => (
              <div key={key} data-bad={messages.length > 0}>
                <dt>{title}</dt>
                <dd>
                  {text === '' && !isChanged ? (
                    <span className={css.cell}>—</span>
                  ) : (
                    <Cell row={row} column={key} at={at} words={words} />
                  )}
                  <FieldErrors messages={messages} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      )
    })}
  </ul>
)
