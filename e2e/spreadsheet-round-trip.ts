// npm run spreadsheet-round-trip: what a merchant takes out of the console, opens in a spreadsheet program, saves there
// and brings in again must be the same rows. It needs LibreOffice, so npm test leaves it out. The sign-ups, products,
// comment groups and the programme of a live of the demo firm go out as .xlsx and as .csv, each is saved as either by
// LibreOffice, and the preview of the import says what is other than in the file that came out.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { commentModImportRoutes } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { ImportCounts } from '@kaimai/contract/common/import-run.ts'
import { type Answer, pathOf, type Route, type Sent } from '@kaimai/contract/common/route.ts'
import { type ImportRow, type SheetFormat, sheetFormats } from '@kaimai/contract/common/sheet.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { ScriptSheet, scriptSheetRoutes } from '@kaimai/contract/live/script-sheet.routes.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { callApi, loginApi } from './harness/api.ts'
import { removeData, startServer } from './harness/server.ts'

const run = promisify(execFile)
const convertWithinMs = 120_000
const consent = '市集'
/** Comma, double quote, UTF-8. */
const csvFilter = 'Text - txt - csv (StarCalc):44,34,76'

if (
  !(await run('soffice', ['--version']).then(
    () => true,
    () => false,
  ))
) {
  console.error('LibreOffice is not installed')
  process.exit(2)
}

interface Reading {
  readonly counts: ImportCounts
  readonly rows: readonly Pick<ImportRow, 'line' | 'cells' | 'errors' | 'note' | 'state'>[]
  /** What of a programme would be stored; empty: the counts say it. */
  readonly script: string
}
interface Sheet {
  readonly name: string
  readonly takeOut: (format: SheetFormat) => Promise<Uint8Array>
  readonly read: (file: Uint8Array) => Promise<Reading>
}

const folder = await mkdtemp(join(tmpdir(), 'kaimai-sheets-'))
const server = await startServer()
let failed = 0
try {
  const { headers } = await loginApi(server.url, 'demo', 'kaimai-demo')
  for (const sheet of await sheetsOf(headers)) await compare(sheet)
} finally {
  await server.stop()
  await removeData(server)
  await rm(folder, { recursive: true, force: true })
}
console.log(failed === 0 ? 'Every file came back with the same rows' : `${failed} files came back with other rows`)
process.exit(failed === 0 ? 0 : 1)

/** The file as LibreOffice saves it after it was opened there. */
async function saved(file: Uint8Array, from: SheetFormat, to: SheetFormat): Promise<Uint8Array> {
  const place = await mkdtemp(join(folder, 'file-'))
  const path = join(place, `out.${from}`)
  await writeFile(path, file)
  const into = join(place, 'saved')
  const args = [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--headless',
    ...(from === 'csv' ? [`--infilter=${csvFilter}`] : []),
    ...['--convert-to', to === 'csv' ? `csv:${csvFilter}` : to],
    ...['--outdir', into, path],
  ]
  await run('soffice', args, { timeout: convertWithinMs })
  const [name] = await readdir(into)
  if (name === undefined) throw new Error('LibreOffice saved nothing')
  return readFile(join(into, name))
}

async function compare({ name, takeOut, read }: Sheet): Promise<void> {
  for (const from of sheetFormats) {
    const file = await takeOut(from)
    const own = await read(file)
    report(`${name}, .${from} as it came out`, differences(own, own))
    for (const to of sheetFormats)
      report(`${name}, .${from} saved as .${to}`, differences(await read(await saved(file, from, to)), own))
  }
}

function report(what: string, found: readonly string[]): void {
  if (found.length > 0) failed += 1
  console.log(`${found.length === 0 ? '  ok  ' : '  FAIL'} ${what}`)
  for (const line of found.slice(0, 10)) console.log(`         ${line}`)
  if (found.length > 10) console.log(`         and ${found.length - 10} more`)
}

/** A comment +1 is written as it is said, a spreadsheet program makes 1 of it, and the preview names each row of those. */
function withoutPlus(script: string): string {
  return script.replaceAll(/"\+(\d{1,3})"/g, '"$1"')
}

/** What a file says other than the one that came out of the console; of a file itself what its import would change. */
function differences({ counts, rows, script }: Reading, own: Reading): string[] {
  const errors = rows.flatMap(({ line, errors: wrong }) =>
    wrong.map(({ column, message }) => `row ${line}, ${column}: ${message}`),
  )
  const isSame =
    script === ''
      ? rows.every(({ state, note }) => state === 'same' || (state === 'change' && note !== ''))
      : withoutPlus(script) === withoutPlus(own.script)
  const isWhole = rows.length === own.rows.length
  if (isSame && isWhole && errors.length === 0) return []
  const cells = rows.flatMap(({ line, cells: now }, at) => {
    const was = own.rows[at]?.cells ?? []
    return now.flatMap((cell, column) => (cell === was[column] ? [] : [`row ${line}: ${was[column] ?? ''} → ${cell}`]))
  })
  const { new: made, change, same, bad } = counts
  return [`${made} new, ${change} changed, ${same} the same, ${bad} refused`, ...errors, ...cells]
}

type Headers = Readonly<Record<string, string>>
type Call = <R extends Route>(route: R, sent: Sent<R>) => Promise<Answer<R>>

async function fileFrom(headers: Headers, method: string, path: string, body?: object): Promise<Uint8Array> {
  const response = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return new Uint8Array(await response.arrayBuffer())
}

function formOf(file: Uint8Array, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)]))
  return form
}

type ImportRoutes = Pick<typeof productImportRoutes, 'rows'> & { readonly read: Route }

/** What the preview of an import says of a file. */
async function previewOf(
  headers: Headers,
  { read, rows: rowsRoute }: ImportRoutes,
  file: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
): Promise<Reading> {
  const response = await fetch(server.url + pathOf(read), {
    method: 'POST',
    headers,
    body: formOf(file, fields),
  })
  const { data, error } = (await response.json()) as {
    data?: { id: string; counts: ImportCounts }
    error?: { message: string }
  }
  if (data === undefined) throw new Error(error?.message ?? String(response.status))
  const { id, counts } = data
  const all = counts.new + counts.change + counts.same + counts.bad
  const rows: Reading['rows'][number][] = []
  while (rows.length < all) {
    const page = await callApi(server.url, rowsRoute, { params: { id }, query: { offset: rows.length } }, headers)
    if (page.rows.length === 0) break
    rows.push(...page.rows)
  }
  return { counts, rows: rows.toSorted((a, b) => a.line - b.line), script: '' }
}

/** What a spreadsheet program likes to take for something else, beside what the demo firm has; answers a session to come. */
async function makeStage(call: Call): Promise<{ signupId: string; liveId: string }> {
  const [video] = (await call(videoRoutes.list, {})).items
  const [group] = (await call(commentModRoutes.list, {})).items
  if (!video || !group) throw new Error('the demo firm has a film and a group of comments')
  const [speaker] = (await call(commentModRoutes.show, { params: { id: group.id } })).commentModList
  const said = ['+1', '-1', '@小美', '=1+1', "'+1", '3/4', '1E5', '007', '12:30', '真的嗎？\u3000要'] as const
  await call(commentModRoutes.create, {
    body: {
      commentModName: '試算表',
      videoId: video.id,
      commentModList: said.map((commentText, at) => ({
        userImgId: speaker?.userImgId ?? '',
        userName: speaker?.userName ?? '',
        commentText,
        commentTime: at === 0 ? 0 : at * 395.1,
      })),
    },
  })
  const product = {
    productName: '=1+1 碗, "手作"',
    keyword: '007',
    price: 1_280_00,
    variants: [
      { name: '3-4', stock: 1_000 },
      { name: '00012', stock: 5 },
    ],
  }
  await call(productRoutes.create, { body: product })
  const { id: liveId } = await call(liveRoutes.create, {
    body: {
      liveName: '試算表',
      platformType: 'video',
      videoId: video.id,
      beginAt: new Date(Date.now() + 600 * 60_000).toISOString(),
      publish: true,
    },
  })
  const { id: signupId } = await call(signupRoutes.create, {
    body: {
      signupName: '試算表',
      customUrl: `sheets-${Date.now().toString(36)}`,
      signupTitle: '試算表',
      published: true,
      sessionInfoList: [{ liveId, title: '', capacity: null }],
    },
  })
  const people = [
    { name: '夏曼·藍波安', phone: '0912345671' },
    { name: 'D’Angelo', phone: '02-2345-6789' },
    { name: 'Ma.Theresa Cruz', phone: '+81 90-1234-5678' },
  ]
  for (const [at, person] of people.entries()) {
    const body = {
      ...person,
      signupId,
      liveId,
      email: `sheet${at}@example.com`,
      consentSource: consent,
      sendLink: false,
    }
    await call(signupUserRoutes.add, { body: { ...body, memo: '=今天, 1-2' } })
  }
  return { signupId, liveId }
}

async function sheetsOf(headers: Headers): Promise<Sheet[]> {
  const call: Call = (route, sent) => callApi(server.url, route, sent, headers)
  const products: Sheet = {
    name: 'products',
    takeOut: (format) => fileFrom(headers, 'GET', `${pathOf(productRoutes.export)}?format=${format}`),
    read: (file) => previewOf(headers, productImportRoutes, file, { fileName: 'products' }),
  }

  const session = await makeStage(call)
  const signups: Sheet = {
    name: 'sign-ups of a session',
    takeOut: (format) => fileFrom(headers, 'POST', pathOf(signupUserRoutes.exportExcel), { format, ...session }),
    read: (file) =>
      previewOf(headers, signupUserImportRoutes, file, { ...session, consentSource: consent, fileName: 'people' }),
  }

  const groups = await call(commentModRoutes.list, { query: { limit: 20 } })
  const comments = groups.items.map(
    ({ id, commentModName }): Sheet => ({
      name: `comment group ${commentModName}`,
      takeOut: (format) =>
        fileFrom(headers, 'GET', `${pathOf(commentModRoutes.download).replace(':id', id)}?format=${format}`),
      read: (file) => previewOf(headers, commentModImportRoutes, file, { commentModId: id, fileName: 'comments' }),
    }),
  )

  const lives = await call(liveRoutes.list, { query: { limit: 20 } })
  const scripts: Sheet[] = []
  for (const { id, liveName } of lives.items) {
    const script = ScriptSheet.parse(await call(liveRoutes.show, { params: { id } }))
    if (script.commentList.length === 0 || scripts.length > 0) continue
    scripts.push({
      name: `programme of ${liveName}`,
      takeOut: (format) =>
        fileFrom(headers, 'POST', pathOf(scriptSheetRoutes.writeScript), { ...script, name: liveName, format }),
      read: async (file) => {
        const body = formOf(file, { mode: 'preview' })
        const answer = await call(scriptSheetRoutes.readScript, { body })
        return { counts: answer.counts, rows: answer.rows, script: JSON.stringify(answer.script) }
      },
    })
  }
  return [products, signups, ...comments, ...scripts]
}
