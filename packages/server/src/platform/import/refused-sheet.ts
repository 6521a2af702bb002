import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { writeSheet } from '../sheet/write-sheet.ts'
import type { ImportRunStore } from './import-run.store.ts'
import type { ImportRowRecord, ImportRunRecord } from './import-run.tables.ts'

const pageRows = 500
const lineTitle: Texts = { 'zh-TW': '原檔第幾列', en: 'Row in file' }
const reasonTitle: Texts = { 'zh-TW': '有誤的原因', en: 'What to fix' }
const fileName: Texts = { 'zh-TW': '有誤的列', en: 'rows-to-fix' }

async function* badRows(store: ImportRunStore, { firmId, id }: ImportRunRecord): AsyncGenerator<ImportRowRecord> {
  for (let line = 0; ; ) {
    const rows = await store.rowsAfter(firmId, id, ['bad'], line, pageRows)
    yield* rows
    line = rows.at(-1)?.line ?? line
    if (rows.length < pageRows) return
  }
}

/** The refused rows with the headers of their file, so that it is brought in again once they are corrected. */
export const refusedSheet = ({
  store,
  run,
  format,
  language,
}: {
  readonly store: ImportRunStore
  readonly run: ImportRunRecord
  readonly format: SheetFormat
  readonly language: Language
}): Promise<RawContent> => {
  const titleOf = new Map(run.columns.map(({ key, title }) => [key, title]))
  const reasonOf = ({ errors }: ImportRowRecord): string =>
    errors.map(({ column, message }) => [titleOf.get(column), message].filter(Boolean).join('：')).join('；')
  return writeSheet<ImportRowRecord>({
    format,
    name: `${run.fileName.replace(/\.(xlsx|csv)$/i, '') || 'import'}-${fileName[language]}`,
    language,
    columns: [
      { key: 'reason', title: reasonTitle, width: 40, value: reasonOf },
      { key: 'line', title: lineTitle, kind: 'whole', value: ({ line }) => line },
      ...run.columns.map(({ key, title }, at) => ({
        key,
        title: { 'zh-TW': title, en: title },
        value: ({ cells }: ImportRowRecord) => cells[at] ?? '',
      })),
    ],
    rows: badRows(store, run),
  })
}
