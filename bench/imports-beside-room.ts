// A live in which 64 viewers say fifty comments a second, on the embedded database, while a file as large as one may be is
// brought in beside it: how late the latest comment came to another viewer, and for how long a batch held the database.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { callApi, loginApi } from '../e2e/harness/api.ts'
import { startLive } from '../e2e/harness/evening.ts'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { removeData, startServer } from '../e2e/harness/server.ts'
import { uploadFilm } from '../e2e/harness/upload.ts'
import { longFilm, perSecond, speakAt, startTalkers, viewers } from './busy-room-stage.ts'
import type { BenchRow } from './process.ts'

/** Issue 33, Shown by. */
const latestGoalMs = 500
const batchGoalMs = 200
/** What is said before an import begins shows the room on the machine of that hour. */
const calmMs = { whole: 30_000, smoke: 3_000 } as const
const lookEveryMs = 500
/** It only ends what hangs. */
const hangMs = 10 * 60_000

type Headers = Readonly<Record<string, string>>

/** So many new products of the demo firm. */
export const productsFile = (rows: number): Blob =>
  new Blob([
    '下單關鍵字,商品名稱,售價,庫存\n',
    ...Array.from({ length: rows }, (_, at) => `ZZ${at},匯入商品 ${at},${(at % 900) + 100},${at % 70}\n`),
  ])

const peopleFile = (rows: number): Blob =>
  new Blob([
    '姓名,手機,信箱\n',
    ...Array.from({ length: rows }, (_, at) => `匯入 ${at},09${String(10_000_000 + at)},bench${at}@example.com\n`),
  ])

interface Brought {
  readonly what: string
  readonly form: FormData
  readonly routes: typeof productImportRoutes | typeof signupUserImportRoutes
}

/** Brings the file in, and waits until all its rows are written. */
const bring = async (url: string, headers: Headers, { form, routes }: Brought, rows: number): Promise<void> => {
  const run: ImportRun = await callApi(url, routes.read, { body: form }, headers)
  if (run.total !== rows || run.counts.new !== rows) throw new Error(`new are ${run.counts.new} of ${rows} rows`)
  const params = { id: run.id }
  await callApi(url, routes.start, { params, body: {} }, headers)
  for (const until = performance.now() + hangMs; performance.now() < until; await sleep(lookEveryMs)) {
    const { state, reason, outcome }: ImportRun = await callApi(url, routes.run, { params }, headers)
    if (state === 'done' && outcome.new === rows) return
    if (state !== 'running') throw new Error(`the import is ${state}: ${reason}, ${outcome.new} of ${rows} rows`)
  }
  throw new Error('the import does not end')
}

/** The batches that the server has logged, milliseconds each. */
const batchesIn = (output: string): number[] =>
  [...output.matchAll(/"tookMs":([\d.]+),"msg":"a batch of an import is written"/g)].map(([, ms]) => Number(ms))

const formOf = (file: Blob, fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ fileName: 'bench.csv', ...fields })) form.set(name, value)
  form.set('file', file, 'bench.csv')
  return form
}

/** A form of its own, whose people come with the file. */
const aForm = async (url: string, headers: Headers, liveId: string): Promise<string> => {
  const body = {
    signupName: '匯入',
    signupTitle: '匯入',
    customUrl: 'bench-import',
    sessionInfoList: [{ liveId, title: '今晚', capacity: null }],
    published: true,
  }
  return (await callApi(url, signupRoutes.create, { body }, headers)).id
}

/** `smoke`: a few rows, which shows that it runs; no figure is judged. */
export const besideRoom = async ({ rows, smoke }: { rows: number; smoke: boolean }): Promise<BenchRow[]> => {
  const server = await startServer({ env: { LOG_LEVEL: 'debug' } })
  let talkers: ChildProcess | undefined
  try {
    const { url, dataDir } = server
    if (!smoke) await untilDemoIsFilled(url, dataDir)
    const login = await loginApi(url, 'demo', 'kaimai-demo')
    const { headers } = login
    const film = smoke ? {} : { videoId: (await uploadFilm(url, login, await longFilm(dataDir))).id }
    const { live } = await startLive(url, '匯入旁邊的直播', [['A01', null]], film, headers)
    const signupId = await aForm(url, headers, live.id)
    const ofPeople = { signupId, liveId: live.id, consentSource: '市集' }
    const imports: readonly Brought[] = [
      { what: 'products', form: formOf(productsFile(rows), {}), routes: productImportRoutes },
      { what: 'people', form: formOf(peopleFile(rows), ofPeople), routes: signupUserImportRoutes },
    ]
    talkers = await startTalkers(url, live.streamId)
    const found: BenchRow[] = []
    for (const each of imports) {
      await speakAt(talkers, perSecond)
      await sleep(smoke ? calmMs.smoke : calmMs.whole)
      const before = await speakAt(talkers, perSecond)
      const batchesBefore = batchesIn(server.output()).length
      const beganAt = performance.now()
      await bring(url, headers, each, rows)
      // Comments of the last batch are still on their way.
      await sleep(latestGoalMs)
      const tookSeconds = (performance.now() - beganAt) / 1000
      const { latestMs, confirmed, lost } = await speakAt(talkers, perSecond)
      const longest = Math.max(...batchesIn(server.output()).slice(batchesBefore))
      const said = (confirmed - before.confirmed) / tookSeconds
      const about = `${rows.toLocaleString('en')} ${each.what} in ${tookSeconds.toFixed(0)} s, ${viewers} viewers, ${said.toFixed(1)} comments a second, PGlite`
      const row = (name: string, ours: number, peer: number | undefined, goal: number, isWhole: boolean): BenchRow => ({
        name: `${name}: ${about}`,
        ours: Math.round(ours),
        peer: peer === undefined ? undefined : Math.round(peer),
        unit: 'ms',
        ratio: undefined,
        goal,
        ok: isWhole && Number.isFinite(ours) && (smoke || ours <= goal),
      })
      const isHeard = lost === 0 && (smoke || said >= 0.95 * perSecond)
      found.push(
        row('latest comment beside an import (peer: before it)', latestMs, before.latestMs, latestGoalMs, isHeard),
        row('longest batch of an import', longest, undefined, batchGoalMs, true),
      )
    }
    return found
  } finally {
    talkers?.kill()
    await server.stop()
    await removeData(server)
  }
}
