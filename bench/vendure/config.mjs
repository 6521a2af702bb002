// The shop that bench/checkout.ts measures beside ours: what its server and what fills it share.
import { createRequire } from 'node:module'

export const vendure = createRequire(import.meta.url)('@vendure/core')
const { DefaultJobQueuePlugin, DefaultSearchPlugin, NoopLogger, dummyPaymentHandler } = vendure

/** Of the five sizes tried the fastest here. */
const poolSize = 5

/** `folder`: where PostgreSQL's socket is. Payments settle at once, and its search index answers lists. */
export const configOf = ({ folder, user, port, synchronize }) => ({
  logger: new NoopLogger(),
  apiOptions: { hostname: '127.0.0.1', port, introspection: false, cors: false, csrfPrevention: true },
  authOptions: {
    tokenMethod: 'cookie',
    cookieOptions: { secret: 'only for this run and long enough' },
    superadminCredentials: { identifier: 'operator', password: 'only for this run' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: folder,
    username: user,
    database: 'postgres',
    logging: false,
    synchronize,
    poolSize,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false }),
  ],
})
