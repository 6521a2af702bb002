import type { ReactNode } from 'react'
import css from './text-table.module.css'

interface TextTableProps {
  readonly label: string
  readonly heads: readonly ReactNode[]
  /** The first cell names the row. */
  readonly rows: readonly (readonly ReactNode[])[]
}

/** A table to read; on a phone it is pushed sideways. */
export const TextTable = ({ label, heads, rows }: TextTableProps) => (
  <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {heads.map((head, column) => (
            <th key={column} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], place) => (
          <tr key={place}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The same behind its name: what a chart shows. */
export const FoldedTable = (table: TextTableProps) => (
  <details className={css.folded}>
    <summary>{table.label}</summary>
    <TextTable {...table} />
  </details>
)

/** What cannot be said, with why for who listens. */
export const Nothing = ({ why }: { readonly why: string }) => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">{why}</span>
  </>
)
