import { useNow } from '../../../lib/audience/use-now.ts'
import { useViewerFormat } from '../../../lib/audience/use-viewer.ts'
import { Blocks } from './blocks.tsx'
import { BuyBar } from './buy-bar.tsx'
import { Frame } from './frame.tsx'
import { Goods } from './goods.tsx'
import type { Sale } from './page-data.ts'
import { Hero } from './hero.tsx'
import css from './sales-view.module.css'
import { Seller } from './seller.tsx'

/** A page that sells now. */
export const SalesView = ({ sale, isPreview = false }: { sale: Sale; isPreview?: boolean }) => {
  const nowMs = useNow(sale.now)
  const format = useViewerFormat(nowMs)
  return (
    <Frame tone={sale.colorToneId} isPreview={isPreview}>
      <Hero sale={sale} nowMs={nowMs} format={format} />
      <div className={css.column}>
        <Blocks sale={sale} nowMs={nowMs} />
      </div>
      <Goods products={sale.products} isAll={sale.blocks.every(({ kind }) => kind !== 'product')} />
      <div className={css.rest} />
      <Seller firm={sale.firm} />
      <BuyBar sale={sale} nowMs={nowMs} format={format} />
    </Frame>
  )
}
