// What LibreOffice makes of the rows behind a figure: it opens the file, and says each cell as a person would see it.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'

const execute = promisify(execFile)
const openedWithinMs = 300_000

/** Comma, double quote, UTF-8, from the first line on, English: what its own dialogue of a text with commas is set to. */
const opened = 'CSV:44,34,76,1,,1033'
/**
 * Tab, double quote, UTF-8, each text in quotes, each cell as it is shown. Without all of it LibreOffice says a moment the
 * American way, a question mark for each Chinese sign, and nobody can tell a number from a text.
 */
const said = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,true'

/** The cells of a file as LibreOffice shows them, texts in quotes, below its titles; undefined: it is not installed. */
const cellsShown = async (file: Buffer, format: SheetFormat): Promise<string[][] | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-export-'))
  const given = join(folder, `rows.${format}`)
  const home = `-env:UserInstallation=${pathToFileURL(join(folder, 'home')).href}`
  const how = format === 'csv' ? [`--infilter=${opened}`] : []
  try {
    await writeFile(given, file)
    await execute(
      'soffice',
      [home, '--headless', ...how, '--convert-to', said, '--outdir', join(folder, 'shown'), given],
      { timeout: openedWithinMs },
    )
    const text = await readFile(join(folder, 'shown', 'rows.csv'), 'utf8')
    const lines = text.trimEnd().split('\n').slice(1)
    return lines.map((line) => line.split('\t'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Cells that LibreOffice shows otherwise than expected, missing ones and those that are too many among them. */
export const wrongCells = async (
  file: Buffer,
  format: SheetFormat,
  expected: readonly (readonly string[])[],
): Promise<number | undefined> => {
  const shown = await cellsShown(file, format)
  if (shown === undefined) return undefined
  const most = Math.max(shown.length, expected.length)
  const wrong = Array.from({ length: most }, (_, line) => {
    const [found = [], wanted = []] = [shown[line], expected[line]]
    const cells = Array.from({ length: Math.max(found.length, wanted.length) }, (__, at) => found[at] === wanted[at])
    return cells.filter((isRight) => !isRight).length
  })
  return wrong.reduce((sum, cells) => sum + cells, 0)
}
