import { lazyPart } from '../../../lib/audience/lazy-part.tsx'
import { Seller } from '../../../lib/audience/seller.tsx'
import { Tracking } from '../../../lib/audience/tracking-page.tsx'
import { useNow } from '../../../lib/audience/use-now.ts'
import { useViewerFormat } from '../../../lib/audience/use-viewer.ts'
import { Blocks } from './blocks.tsx'
import { BuyBar } from './buy-bar.tsx'
import { BuyProvider } from './buy/buy-context.ts'
import { PageBar, pageShopId } from './buy/page-bar.tsx'
import { shopperKey } from './buy/cart-keep.ts'
import { useBuying } from './buy/use-buying.ts'
import { Frame } from './frame.tsx'
import { Goods } from './products.tsx'
import type { Sale } from './page-data.ts'
import { Hero } from './hero.tsx'
import css from './sales-view.module.css'
import { useSeenProducts } from './use-seen-products.ts'

const LazyUnpaid = lazyPart(async () => (await import('../../order/unpaid.api.tsx')).Unpaid)

/** What this browser has bought on a page and not paid. */
const unpaidOf = (customUrl: string) =>
  ({
    shopId: pageShopId(customUrl),
    of: () => ({ customUrl, shopperKey: shopperKey() }),
    source: 'salesPage',
    on: 'page',
  }) as const

/** A page that sells now: on the page itself, or where its products are sold. */
export const SalesView = ({ sale: initial, isPreview = false }: { sale: Sale; isPreview?: boolean }) => {
  const buy = useBuying(initial, isPreview)
  const { sale } = buy
  const nowMs = useNow(initial.now)
  const format = useViewerFormat(nowMs)
  useSeenProducts(buy.products, isPreview)
  const isSold = sale.buyable && !sale.soldOut
  return (
    <Frame tone={sale.colorToneId} isPreview={isPreview}>
      {!isPreview && <Tracking setup={initial.tracking} place={{ page: 'salesPage', customUrl: initial.customUrl }} />}
      {!isPreview && <LazyUnpaid {...unpaidOf(initial.customUrl)} />}
      <BuyProvider value={isSold ? buy : undefined}>
        <Hero sale={sale} nowMs={nowMs} format={format} />
        <div className={css.column}>
          <Blocks sale={sale} nowMs={nowMs} />
        </div>
        <Goods products={sale.products} isAll={sale.blocks.every(({ kind }) => kind !== 'product')} />
        <div className={css.rest} />
        <Seller texts="sales-page" firm={sale.firm} />
        {isSold ? <PageBar buy={buy} /> : <BuyBar sale={sale} nowMs={nowMs} format={format} />}
      </BuyProvider>
    </Frame>
  )
}
