import type { Language } from '@kaimai/contract/common/language.ts'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { JudgedRow, ReadRow, Verdict } from '../sheet/plan-import.ts'
import type { SheetColumn } from '../sheet/sheet-column.ts'

/** The member who brings a file in: batches are written in their name, long after the call. */
export interface ImportActor {
  readonly firmId: string
  readonly memberId: string
  readonly actorName: string
  readonly ip: string
}

/** One import, as its kind sees it. */
export interface ImportTask<Options> {
  readonly by: ImportActor
  readonly language: Language
  readonly options: Options
}

/** Things of an import that one kind of row has to say itself: products, sign-ups, comments. */
export interface ImportKind<Row, Known, Options, Around = undefined> {
  /** As in the contract's tables of routes: 'product'. */
  readonly kind: string
  readonly columns: readonly SheetColumn[]
  /** A row by the columns' keys; every cell is text (contract/common/sheet-cells.ts). */
  readonly schema: z.ZodType<Row, unknown>
  /** What a row stores, by the columns' keys as an export writes it; what is other than its cell is shown before it starts. */
  readonly stored: (row: Row, language: Language) => Readonly<Record<string, string>>
  /** Options as they stand in the database. */
  readonly options: z.ZodType<Options>
  /** Rows of one batch, which is one transaction. */
  readonly batchRows?: number
  /** Throws where the rows can't go: what they belong to is not there, or over. */
  readonly check: (task: ImportTask<Options>) => Promise<unknown>
  /** What is asked and made outside of the transaction of a batch. */
  readonly prepare: (task: ImportTask<Options>, rows: readonly ReadRow<Row>[], writes: boolean) => Promise<Around>
  /**
   * One verdict per row, in their order. Before the import with all rows of the file; at each batch again with its own,
   * in its transaction: what was written meanwhile, by whomever, makes a row `same` or `bad`.
   */
  readonly judge: (
    task: ImportTask<Options>,
    rows: readonly ReadRow<Row>[],
    around: Around,
    batch: { readonly tx: Tx; readonly made: (targets: readonly string[]) => Promise<ReadonlySet<string>> } | undefined,
  ) => Promise<readonly Verdict<Known>[]>
  /** Writes the rows of a batch; the ids of what was made, by line. */
  readonly write: (
    task: ImportTask<Options>,
    rows: readonly JudgedRow<Row, Known>[],
    around: Around,
    tx: Tx,
  ) => Promise<ReadonlyMap<number, string>>
  /** Names in the file that nobody has. */
  readonly unknownNames?: (rows: readonly ReadRow<Row>[], around: Around) => readonly string[]
}
