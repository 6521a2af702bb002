import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { seededRandom, testSeed } from '../packages/server/test/seed.ts'
import { acknowledgedFindings, everyOrder, stockAtStart } from './fault/acknowledged.ts'
import { buyer, type Bought } from './fault/buyer.ts'
import { keyedCalls } from './fault/keyed-calls.ts'
import { lettersLeave, lettersSmoke, lettersWhole } from './fault/letters-leave.ts'
import { smallDisk } from './fault/small-disk.ts'
import { talker } from './fault/talker.ts'
import { twoNodes, twoNodesSmoke, twoNodesWhole } from './fault/two-nodes.ts'
import { uploader } from './fault/uploader.ts'
import { callApi, loginApi } from './harness/api.ts'
import { freePort } from '../packages/server/test/free-port.ts'
import { removeData, type RunningServer, startServer } from './harness/server.ts'

/**
 * The fault run: kill -9 of the server at random moments while people upload, chat and buy. What was acknowledged must
 * be there afterwards, once. `--smoke`: 3 kills on PGlite; else 20 on each database. Parts can be asked for alone:
 * `keyed`, 50 kills of every kind of call that takes an Idempotency-Key, on each database; and `two-nodes`, two processes
 * with 500 viewers each, one of which is killed (its smoke is a journey: two-nodes.e2e.ts). `small-disk`: a small file
 * system of its own (mounted by root) fills while people come in, talk, order, upload and save. `letters`: 30 kills on each
 * database while a letter leaves for 5,000 people.
 */
const smoke = process.argv.includes('--smoke')
const kills = smoke ? 3 : 20
/** Kill points are the same in each run. */
const random = seededRandom(testSeed)
/** Each is packaged, with its preview, which takes seconds of ffmpeg. */
const uploadTimes = smoke ? 2 : 6
let passed = 0
let failed = 0

const check = (what: string, holds: boolean, detail = ''): void => {
  if (holds) passed += 1
  else failed += 1
  process.stdout.write(`${holds ? '  ok  ' : '  FAIL'} ${what}${holds || detail === '' ? '' : `: ${detail}`}\n`)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The stage: a room that takes chat (its waiting room) and one that sells, with plenty of stock. */
const setStage = async (url: string) => {
  const { firmId, headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const [video] = (await callApi(url, videoRoutes.list, {}, headers)).items
  const product = await callApi(
    url,
    productRoutes.create,
    { body: { productName: '測試碗', price: 10_000, variants: [{ name: '', stock: stockAtStart }] } },
    headers,
  )
  const live = (liveName: string, minutes: number) =>
    callApi(
      url,
      liveRoutes.create,
      {
        body: {
          liveName,
          platformType: 'video',
          videoId: video?.id ?? '',
          beginAt: new Date(Date.now() + minutes * 60_000).toISOString(),
          waitingMinutes: 1440,
          productList: [{ productId: product.id, showAt: 1, hideAt: null }],
          publish: true,
        },
      },
      headers,
    )
  const talk = await live('聊天', 600)
  const shop = await live('賣場', 0)
  const customUrl = `fault-${Date.now().toString(36)}`
  await callApi(
    url,
    signupRoutes.create,
    {
      body: {
        signupName: '測試',
        customUrl,
        signupTitle: '測試',
        published: true,
        sessionInfoList: [talk, shop].map(({ id }) => ({ liveId: id, title: '', capacity: null })),
      },
    },
    headers,
  )
  return { firmId, headers, product, talk, shop, customUrl }
}

const run = async (name: string, place: Readonly<Record<string, string>>): Promise<void> => {
  // Sign-ups of one network are limited: each buyer comes from one of their own.
  const env: Readonly<Record<string, string>> = { ...place, TRUST_PROXY: 'loopback' }
  process.stdout.write(`${name}: ${kills} kills\n`)
  const port = await freePort()
  let server: RunningServer = await startServer({ port, env })
  const { url, dataDir } = server
  const stage = await setStage(url)
  const file = await readFile(fileURLToPath(new URL('../packages/server/seed/media/demo.mp4', import.meta.url)))
  const log = (text: string) => void process.stdout.write(`    ${text}\n`)

  const over = new AbortController()
  const actors = {
    talkers: [talker(url, stage, 1, over.signal), talker(url, stage, 2, over.signal)],
    buyers: [buyer(url, stage, 1, over.signal), buyer(url, stage, 2, over.signal), buyer(url, stage, 3, over.signal)],
    uploader: uploader(url, { ...stage, file, times: uploadTimes }, over.signal),
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(500 + random() * 3000)
    await server.kill()
    server = await startServer({ port, dataDir, env })
    if (!/is ready on/.test(server.output())) log(server.output())
  }
  await pause(1500)
  over.abort()
  const [said, bought, uploads] = await Promise.all([
    Promise.all(actors.talkers),
    Promise.all(actors.buyers).then((all): Bought[] => all.flat()),
    actors.uploader,
  ])

  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  for (const { what, holds, detail } of await acknowledgedFindings(url, { ...stage, headers }, { said, bought }))
    check(what, holds, detail)

  const paid = bought.filter(({ paid: wasPaid }) => wasPaid)
  const until = Date.now() + 60_000
  const unpaid = async () =>
    (await everyOrder(url, headers, stage.shop.id)).filter(
      (order) => paid.some(({ orderNo }) => orderNo === order.orderNo) && order.paymentState !== 'paid',
    )
  while ((await unpaid()).length > 0 && Date.now() < until) await pause(500)
  check(`payments: ${paid.length} taken by the gateway, all applied`, (await unpaid()).length === 0)
  const letters = async () =>
    (await everyLetter(url, headers)).filter(
      ({ letterTemplateType, subject }) =>
        letterTemplateType === 6 && paid.some(({ orderNo }) => subject.includes(orderNo)),
    )
  while ((await letters()).length < paid.length && Date.now() < until) await pause(500)
  const subjects = (await letters()).map(({ subject }) => subject)
  check(
    'letters: one for each payment',
    subjects.length === paid.length && new Set(subjects).size === subjects.length,
    `${subjects.length} of ${paid.length}`,
  )

  const videoOf = async (id: string) => callApi(url, videoRoutes.show, { params: { id } }, headers)
  const states = await Promise.all(
    uploads.map(async (id) => {
      for (;;) {
        const { state, size } = await videoOf(id)
        if (state !== 'processing' || Date.now() > until + 60_000) return `${state} ${size}`
        await pause(500)
      }
    }),
  )
  check(
    `uploads: ${uploads.length} finished, all packaged, byte for byte in size`,
    states.every((state) => state === `ready ${file.length}`),
    states.join(', '),
  )
  await server.stop()
  await removeData(server)
}

const everyLetter = async (url: string, headers: Record<string, string>) => {
  const all: Awaited<ReturnType<typeof page>>['items'][number][] = []
  const page = (cursor: string | undefined) =>
    callApi(url, letterRoutes.list, { query: { limit: 100, letterTemplateType: 6, cursor } }, headers)
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const next = await page(cursor)
    all.push(...next.items)
    cursor = next.cursor
  }
  return all
}

/** Kills while calls of every kind that takes a key are under way, each sent again until it is answered. */
const runKeyed = async (name: string, place: Readonly<Record<string, string>>): Promise<void> => {
  const env: Readonly<Record<string, string>> = { ...place, TRUST_PROXY: 'loopback' }
  const times = smoke ? 3 : 50
  process.stdout.write(`${name}, calls under a key: ${times} kills\n`)
  const port = await freePort()
  let server: RunningServer = await startServer({ port, env })
  const { url, dataDir } = server
  const stage = await setStage(url)
  const calls = await keyedCalls(url, stage)
  const over = new AbortController()
  const running = calls.run(8, over.signal)
  for (let kill = 1; kill <= times; kill += 1) {
    await pause(400 + random() * 900)
    calls.killed()
    await server.kill()
    server = await startServer({ port, dataDir, env })
    // It stands when it has answered a read: a slow machine's start is no wait for a key.
    await callApi(url, productRoutes.list, { query: { limit: 1 } }, stage.headers)
    calls.ready()
  }
  await pause(1500)
  over.abort()
  await running
  await server.stop()
  const { pairs, wrong, refused, busy, answered, again, longestMs } = await calls.validate(
    env['DATABASE_URL'] === undefined ? { dataDir } : { url: env['DATABASE_URL'] },
  )
  process.stdout.write(`    ${answered} calls answered, ${again} of them sent again, ${busy} times busy\n`)
  for (const [what, found, asked] of pairs)
    check(`${what}: ${asked} answered, none lost and none doubled`, found === asked && asked > 0, `${found} found`)
  check('no call was refused', refused.length === 0, refused.slice(0, 5).join('; '))
  check('no answer tells of another try', wrong.length === 0, wrong.slice(0, 5).join('; '))
  // How fast a machine is decides no smoke.
  const wait = `no call waited longer than 2 s after a start (${Math.round(longestMs)} ms)`
  if (smoke) process.stdout.write(`    ${wait}\n`)
  else check(wait, longestMs < 2000)
  await removeData(server)
}

const runTwoNodes = async (): Promise<void> => {
  const size = smoke ? twoNodesSmoke : twoNodesWhole
  process.stdout.write(`two nodes: ${size.viewersEach} viewers each\n`)
  for (const { what, holds, detail } of await twoNodes(size)) check(what, holds, detail)
}

const runLetters = async (name: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const size = smoke ? lettersSmoke : lettersWhole
  process.stdout.write(`${name}, letters: ${size.kills} kills\n`)
  const say = (text: string) => void process.stdout.write(`    ${text}\n`)
  for (const { what, holds, detail } of await lettersLeave(env, size, random, say)) check(what, holds, detail)
}

const alone = ['two-nodes', 'keyed', 'small-disk', 'letters'].find((name) => process.argv.includes(name))
const onPostgres = async (work: (env: Readonly<Record<string, string>>) => Promise<void>): Promise<void> => {
  const postgres = await startPostgres({ durable: true })
  await work({ DATABASE_URL: postgres.url, KAIMAI_SECRET: 'x'.repeat(40) })
  await postgres.stop()
}
if (alone === undefined) await run('PGlite', {})
if (alone === undefined && !smoke) await onPostgres((env) => run('PostgreSQL', env))
if (alone === undefined || alone === 'keyed') await runKeyed('PGlite', {})
if ((alone === undefined || alone === 'keyed') && !smoke) await onPostgres((env) => runKeyed('PostgreSQL', env))
if (alone === 'letters' || (alone === undefined && !smoke)) await runLetters('PGlite', {})
if ((alone === 'letters' || alone === undefined) && !smoke) await onPostgres((env) => runLetters('PostgreSQL', env))
if (alone === 'two-nodes' || (alone === undefined && !smoke)) await runTwoNodes()
if (alone === 'small-disk' || (alone === undefined && !smoke)) {
  const say = (text: string) => void process.stdout.write(`small disk: ${text}\n`)
  for (const { what, holds, detail } of await smallDisk(setStage, say, alone === 'small-disk'))
    check(what, holds, detail)
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
