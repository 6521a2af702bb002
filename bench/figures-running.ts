// The dashboard of a live that runs, with thousands in its room. Before each call something more has happened and is in the
// sums: of what is shown, nothing of that live is in memory.
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { rollUp } from '../packages/server/test/figure-stage.ts'
import { idOf, visitOf } from '../packages/server/test/month/month.ts'
import { aForm, aLive, aProduct, aVideo } from '../packages/server/test/studio.ts'
import { type Member, type TestApp, urlOf } from '../packages/server/test/test-app.ts'
import type { BenchRow } from './process.ts'

const p95GoalMs = 100
const times = 100
const smokeTimes = 2
const beginsInMinutes = 5
/** Before a live of a firm is published it must have what its last ones drew: thousands of viewers each. */
const hoursSeconds = 1_000_000_000
/** Into the live. */
const minutes = 20
/** New acts before each call: of two seconds of a busy room. */
const actsBetween = 200

const columns = `"firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId", visit, "productId", attribution, "isSimulated"`

/** People who looked, signed up and came; a tenth has left again, a fifth has put something into the cart. */
const arrive = async (t: TestApp, firmId: string, place: Place, people: number): Promise<void> => {
  const person = idOf(firmId, 'running', 'n')
  const visit = visitOf(firmId, 'running', 'n')
  const began = t.clock.ms() - minutes * 60_000
  const all = `from generate_series(1, ${people}) n`
  const some = (part: number) => `${all} where n % ${part} = 0`
  const write = (kind: string, source: string, offsetMs: string, more: string, from: string) =>
    t.platform.db.raw(`insert into fact (${columns})
      select '${firmId}'::uuid, '${kind}', ${source}, to_timestamp((${began} + ${offsetMs}) / 1000.0), ${more}, false ${from}`)
  const here = `'${place.liveId}'::uuid`
  const source = `jsonb_build_object('source', 's' || n % 5)`
  await write(
    'visited',
    `'signup ${place.formId} ' || ${visit}`,
    '-n * 1000',
    `null, null, null, ${visit}, null, ${source}`,
    all,
  )
  await write('signedUp', `'running ' || n`, '-n * 900', `${here}, null, ${person}, ${visit}, null, ${source}`, all)
  const came = `n * ${Math.floor((minutes * 60_000) / people)}`
  await write('joined', `'running ' || n`, came, `${here}, ${came}, ${person}, null, null, '{}'`, all)
  await write(
    'left',
    `'running ' || n`,
    `${came} + 1000`,
    `${here}, ${came} + 1000, ${person}, null, null, '{}'`,
    some(10),
  )
  await write(
    'carted',
    `'running ' || n`,
    came,
    `${here}, ${came}, ${person}, null, '${place.productId}'::uuid, '{}'`,
    some(5),
  )
}

interface Place {
  readonly liveId: string
  readonly formId: string
  readonly productId: string
}

/** Clicks of others each time, on another product once everybody has clicked: each of them changes the sums. */
const happen = async (t: TestApp, firmId: string, { liveId, productId }: Place, people: number, round: number) => {
  const offsetMs = minutes * 60_000
  const before = round * actsBetween
  const turn = Math.floor(before / people)
  const product = turn === 0 ? `'${productId}'::uuid` : `md5('${firmId} product ${turn}')::uuid`
  await t.platform.db.raw(
    `insert into fact (${columns})
     select '${firmId}'::uuid, 'clicked', 'round ${round} ' || n, $1, '${liveId}'::uuid, ${offsetMs},
       ${idOf(firmId, 'running', `(${before} + n) % ${people} + 1`)}, null, ${product}, '{}', false
     from generate_series(1, ${actsBetween}) n`,
    [t.clock.now()],
  )
  await rollUp(t)
}

/** The app must listen. A row with the p95 of its calls. */
export const timeRunning = async (
  t: TestApp,
  member: Member,
  { people, where, smoke }: { readonly people: number; readonly where: string; readonly smoke: boolean },
): Promise<BenchRow[]> => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'running', seconds: hoursSeconds })
  const { id: productId } = await aProduct(t, member)
  const videoId = await aVideo(t, member, 60)
  const live = await aLive(t, member, { minutes: beginsInMinutes, videoId, productIds: [productId] })
  const form = await aForm(t, member, [{ liveId: live.id }])
  t.clock.advance((beginsInMinutes + minutes) * 60_000)
  const place = { liveId: live.id, formId: form.id, productId }
  await arrive(t, member.firmId, place, people)
  await rollUp(t)
  const bound = t.app.http.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const url = `http://localhost:${port}${urlOf(figureRoutes.dashboard, { query: { liveId: live.id } })}`
  const took: number[] = []
  for (let round = 0; round < (smoke ? smokeTimes : times); round++) {
    await happen(t, member.firmId, place, people, round)
    const askedAt = performance.now()
    const answer = await fetch(url, { headers: { ...member.headers } })
    const text = await answer.text()
    took.push(performance.now() - askedAt)
    if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
    const joined = /"liveJoinTimes":(\d+)/.exec(text)?.[1]
    if (round === 0 && Number(joined) !== people) throw new Error(`${joined} of ${people} came`)
  }
  took.sort((a, b) => a - b)
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  process.stderr.write(`${where}, running: ${took.map((ms) => ms.toFixed(1)).join(' ')} ms\n`)
  const middle = `${took.length} calls, p50 ${at(0.5).toFixed(1)} ms, slowest ${at(1).toFixed(1)} ms`
  return [
    {
      name: `p95 of the dashboard of a running live, ${people.toLocaleString('en')} in the room, ${where} (${middle})`,
      ours: Number(at(0.95).toFixed(1)),
      peer: undefined,
      unit: 'ms',
      ratio: undefined,
      goal: p95GoalMs,
      ok: smoke || at(0.95) <= p95GoalMs,
    },
  ]
}
