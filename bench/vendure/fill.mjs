// `node fill.mjs <socket folder> <user> <products> <pieces>`: tables, a country, a shipping and a payment method, the
// products with plenty of stock, and one more of `pieces` for the rush, named "Rush"; its search index is written.
import { configOf, vendure } from './config.mjs'

const { bootstrap, ChannelService, JobQueueService, Populator, ProductService, ProductVariantService } = vendure
const { RequestContextService, SearchService, TaxCategoryService, TransactionalConnection, User } = vendure

const [folder, user, products, pieces] = process.argv.slice(2)
const price = 68_000
const plenty = 1_000_000

const app = await bootstrap(configOf({ folder, user, port: 0, synchronize: true }))
await app.get(Populator).populateInitialData({
  defaultLanguage: 'en',
  defaultZone: 'Asia',
  countries: [{ name: 'Taiwan', code: 'TW', zone: 'Asia' }],
  taxRates: [{ name: 'Standard', percentage: 5 }],
  shippingMethods: [{ name: 'Flat', price: 6000 }],
  paymentMethods: [
    {
      name: 'Sandbox',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
})

const connection = app.get(TransactionalConnection).rawConnection
const [operator] = await connection.getRepository(User).find({ where: { identifier: 'operator' } })
const channelOrToken = await app.get(ChannelService).getDefaultChannel()
const ctx = await app
  .get(RequestContextService)
  .create({ apiType: 'admin', languageCode: 'en', user: operator, channelOrToken })
const [taxCategory] = (await app.get(TaxCategoryService).findAll(ctx)).items

const add = async (name, slug, stockOnHand) => {
  const words = { languageCode: 'en', name }
  const product = await app.get(ProductService).create(ctx, {
    enabled: true,
    translations: [{ ...words, slug, description: '' }],
  })
  const variant = { productId: product.id, sku: slug, price, taxCategoryId: taxCategory.id, translations: [words] }
  await app.get(ProductVariantService).create(ctx, [{ ...variant, stockOnHand, trackInventory: 'TRUE' }])
}
for (let at = 0; at < Number(products); at += 1) await add(`Product ${at}`, `p-${at}`, plenty)
await add('Rush', 'rush', Number(pieces))

// One job writes the whole search index, in place of one for each product; the queue is empty when the shop opens.
await connection.query('delete from job_record')
await app.get(SearchService).reindex(ctx)
await app.get(JobQueueService).start()
const open = async () =>
  (await connection.query('select count(*)::int as open from job_record where not "isSettled"'))[0].open
for (let look = 0; (await open()) > 0; look += 1) {
  if (look > 600) throw new Error('the search index was not written')
  await new Promise((resolve) => setTimeout(resolve, 100))
}
await connection.query('delete from job_record')
await connection.query('vacuum analyze')
process.exit(0)
