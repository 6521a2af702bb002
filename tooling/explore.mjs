// npm run explore: looks for what nobody knows yet, which npm test must not do (it says the same of one commit each time).
// Five rounds of all tests with seeds of their own, 500 rows of steps of money and stock, 20 kills on each database, every
// bench whole. What it finds becomes an example with its seed in the test. `npm run explore -- tests sums faults benches`
// names parts.
import { randomInt } from 'node:crypto'
import { ensureNeeds } from './install.mjs'
import { ensurePackages } from './packages.mjs'
import { endTogether, projectEnv, root, run } from './run.mjs'

const rounds = 5
/** Of 60 steps each; npm test takes as many as cost some seconds. */
const sumsRuns = '500'
const parts = { tests, sums, faults, benches }

const args = process.argv.slice(2)
const unknown = args.find((arg) => !Object.hasOwn(parts, arg))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
endTogether()
await ensurePackages(root)
await ensureNeeds(['chromium', 'ffmpeg', 'postgres', 'redis', 'fonts'])

let failed = 0
for (const name of args.length === 0 ? Object.keys(parts) : args) await parts[name]()
console.log(`${failed === 0 ? 'Nothing found' : `${failed} runs found something`}.`)
process.exit(failed === 0 ? 0 : 1)

async function tests() {
  for (let round = 1; round <= rounds; round += 1) {
    const seed = String(randomInt(2 ** 31))
    for (const suite of ['quick', 'pglite', 'postgres'])
      await runOne(`KAIMAI_TEST_SEED=${seed} npm test -- ${suite}`, ['node', 'tooling/test.mjs', suite], seed)
  }
}

/** Whether stock, money, discounts and points add up whatever is done (PAYMENT-420), on each database. */
async function sums() {
  const file = 'packages/server/src/modules/payment/adds-up.test.ts'
  const command = ['vitest', 'run', '--project', 'server', file]
  for (const database of ['pglite', 'postgres']) {
    const seed = String(randomInt(2 ** 31))
    const set = { KAIMAI_TEST_SET: database, KAIMAI_TEST_SUMS: sumsRuns }
    const again = `KAIMAI_TEST_SET=${database} KAIMAI_TEST_SEED=${seed} KAIMAI_TEST_SUMS=${sumsRuns} npx ${command.join(' ')}`
    await runOne(again, command, seed, set)
  }
}

async function faults() {
  const seed = String(randomInt(2 ** 31))
  await runOne(`KAIMAI_TEST_SEED=${seed} npm run fault`, ['node', 'e2e/fault.ts'], seed)
}

async function benches() {
  await runOne('npm run bench', ['node', 'bench/run.ts'], undefined)
}

/** `again`: what a person types to have the same again. */
async function runOne(again, [command, ...rest], seed, more = {}) {
  console.log(again)
  const env = projectEnv({ ...more, ...(seed !== undefined && { KAIMAI_TEST_SEED: seed }) })
  const { code, output } = await run(command, rest, { env })
  if (code === 0) return
  failed += 1
  console.log(`${output}\n✗ ${again}`)
}
