// Vendure as the peer of checkout.ts: a shop of its own on a PostgreSQL of its own, bought from by the same buyers.
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startPostgres } from '../packages/server/test/servers.ts'
import { freePort } from '../packages/server/test/free-port.ts'
import { postgresCpuMs, postmasterOf } from './checkout-client.ts'
import { personOf } from './checkout-person.ts'
import { cpuSeconds } from './process.ts'

const execute = promisify(execFile)
const source = fileURLToPath(new URL('vendure', import.meta.url))
/** It is no part of what the project installs: half a gigabyte that only a whole bench needs. */
const installed = fileURLToPath(new URL('../.cache/peers/vendure', import.meta.url))

const install = async (): Promise<void> => {
  mkdirSync(installed, { recursive: true })
  cpSync(source, installed, { recursive: true })
  if (existsSync(`${installed}/node_modules/@vendure/core/package.json`)) return
  await execute('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: installed })
}

interface Answer {
  readonly data: Readonly<Record<string, { readonly state?: string; readonly items?: readonly unknown[] }>>
  readonly cookie: string | undefined
  /** In its own words; undefined: done. */
  readonly fault: string | undefined
}

type Refused = { readonly errorCode?: string; readonly message?: string; readonly transitionError?: string }

/** GraphQL over connections that stay open. */
const client = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return (query: string, cookie?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ query })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(cookie === undefined ? {} : { cookie }),
      }
      const options = { agent, host: '127.0.0.1', port, path: '/shop-api', method: 'POST', headers }
      const asked = request(options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8')
          if (response.statusCode !== 200)
            return resolve({ data: {}, cookie, fault: `${response.statusCode} ${text.slice(0, 300)}` })
          const { data, errors } = JSON.parse(text) as {
            data: Record<string, Refused> | null
            errors?: readonly { readonly message: string }[]
          }
          const refused = Object.values(data ?? {}).find((each) => each?.errorCode !== undefined)
          const own = refused && `${refused.errorCode} ${refused.transitionError ?? refused.message}`
          const set = response.headers['set-cookie']?.map((each) => each.split(';')[0]).join('; ')
          resolve({
            data: (data ?? {}) as Answer['data'],
            cookie: set ?? cookie,
            fault: errors?.[0]?.message ?? own,
          })
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
}

const refusal = '... on ErrorResult { errorCode message }'
const addTo = (variantId: string) =>
  `add: addItemToOrder(productVariantId: "${variantId}", quantity: 1) { __typename ${refusal} }`
const address = (phone: string) =>
  `{ fullName: "Mei Lin", streetLine1: "Road 1", city: "Taipei", postalCode: "100", countryCode: "TW", phoneNumber: "${phone}" }`
const pay = [
  `arrange: transitionOrderToState(state: "ArrangingPayment") { __typename ... on OrderStateTransitionError { errorCode message transitionError } }`,
  `pay: addPaymentToOrder(input: { method: "sandbox", metadata: {} }) { __typename ... on Order { state } ${refusal} }`,
]
const list =
  '{ search(input: { take: 20, groupByProduct: true }) { items { productId productName slug description productVariantId sku priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } } } }'

export interface VendurePeer {
  /** A guest's whole order, in one document: cart, who and where, payment. Throws where it isn't paid for. */
  readonly buy: () => Promise<void>
  /** How many of the rush's pieces so many buyers get, all of whose carts are ready. */
  readonly rush: (buyers: number) => Promise<number>
  /** Adds a piece to the cart of a buyer by number. */
  readonly add: (buyer: number) => Promise<void>
  /** A list of 20 products by its search index, the fastest it has. */
  readonly list: () => Promise<void>
  /** Milliseconds of the server so far, and of its PostgreSQL. */
  readonly cpuMs: () => { readonly server: number; readonly database: number }
  readonly close: () => Promise<void>
}

/** Undefined where it can't be installed: then there is no ratio. */
export const startVendure = async (options: {
  readonly products: number
  readonly pieces: number
  readonly connections: number
}): Promise<VendurePeer | undefined> => {
  try {
    await install()
  } catch (error) {
    process.stderr.write(`no Vendure to compare with: ${String(error).slice(0, 500)}\n`)
    return undefined
  }
  const postgres = await startPostgres({ durable: true })
  const url = new URL(postgres.url)
  const place = [url.searchParams.get('host') ?? '', url.username]
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NODE_ENV: 'production' }
  const quiet = { ...env, VENDURE_DISABLE_TELEMETRY: 'true' }
  await execute(process.execPath, ['fill.mjs', ...place, String(options.products), String(options.pieces)], {
    cwd: installed,
    env: quiet,
    maxBuffer: 64 * 1024 * 1024,
  })
  const port = await freePort()
  const child = spawn(process.execPath, ['--max-semi-space-size=64', 'server.mjs', ...place, String(port)], {
    cwd: installed,
    env: quiet,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => String(bytes).includes('ready') && resolve())
    void ended.then(() => reject(new Error('Vendure did not start')))
  })
  const database = new Client({ connectionString: postgres.url })
  await database.connect()
  const ids = async (sql: string): Promise<string[]> => (await database.query(sql)).rows.map(({ id }) => String(id))
  const [methodId = ''] = await ids('select id from shipping_method')
  const [rushId = ''] = await ids(`select id from product_variant where sku = 'rush'`)
  const variantIds = await ids(`select id from product_variant where sku <> 'rush' order by id`)
  const postmaster = postmasterOf(Number((await database.query('select pg_backend_pid() as pid')).rows[0]?.pid))

  const call = client(port, options.connections)
  const done = async (asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    if (answer.fault !== undefined) throw new Error(`Vendure: ${answer.fault}`)
    return answer
  }
  let guests = 0
  const variantOf = (number: number): string => variantIds[number % variantIds.length] ?? ''
  const guest = (): string[] => {
    guests += 1
    const { phone, email } = personOf(guests)
    return [
      `customer: setCustomerForOrder(input: { firstName: "Mei", lastName: "Lin", emailAddress: "${email}" }) { __typename ${refusal} }`,
      `shipTo: setOrderShippingAddress(input: ${address(phone)}) { __typename ${refusal} }`,
      `method: setOrderShippingMethod(shippingMethodId: ["${methodId}"]) { __typename ${refusal} }`,
    ]
  }
  const carts = new Map<number, string | undefined>()

  return {
    buy: async () => {
      const steps = [...guest(), ...pay]
      const { data } = await done(call(`mutation { ${[addTo(variantOf(guests)), ...steps].join(' ')} }`))
      if (data['pay']?.state !== 'PaymentSettled') throw new Error(`Vendure: paid is ${data['pay']?.state}`)
    },
    rush: async (buyers) => {
      const ready: (string | undefined)[] = []
      for (let at = 0; at < buyers; at += 1)
        ready.push((await done(call(`mutation { ${[addTo(rushId), ...guest()].join(' ')} }`))).cookie)
      await Promise.all(ready.map((cookie) => call(`mutation { ${pay.join(' ')} }`, cookie)))
      const { rows } = await database.query(
        `select coalesce(sum(line.quantity), 0)::int as sold from order_line line join "order" o on o.id = line."orderId"
          where o.state = 'PaymentSettled' and line."productVariantId" = $1`,
        [rushId],
      )
      return Number(rows[0]?.sold)
    },
    add: async (buyer) => {
      const { cookie } = await done(call(`mutation { ${addTo(variantOf(buyer))} }`, carts.get(buyer)))
      carts.set(buyer, cookie)
    },
    list: async () => {
      const { data } = await done(call(list))
      if (data['search']?.items?.length !== 20) throw new Error('Vendure: not a list of 20')
    },
    cpuMs: () => ({ server: cpuSeconds(child.pid ?? 0) * 1000, database: postgresCpuMs(postmaster) }),
    close: async () => {
      child.kill('SIGTERM')
      await ended
      await database.end()
      await postgres.stop()
    },
  }
}
