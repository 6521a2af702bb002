import { ContactBlock, CountdownBlock, PictureBlock, QuestionsBlock, TextBlock } from './plain-blocks.tsx'
import { isFilled, type Sale, type ShownBlock } from './page-data.ts'
import { ProductBlock } from './product-block.tsx'
import { VideoBlock } from './video-block.tsx'

interface BlockProps {
  readonly block: ShownBlock
  readonly sale: Sale
  readonly nowMs: number
}

const Block = ({ block, sale, nowMs }: BlockProps) => {
  switch (block.kind) {
    case 'text':
      return <TextBlock block={block} />
    case 'picture':
      return <PictureBlock block={block} />
    case 'product':
      return <ProductBlock block={block} />
    case 'video':
      return <VideoBlock block={block} title={sale.title} />
    case 'questions':
      return <QuestionsBlock block={block} />
    case 'countdown':
      return <CountdownBlock block={block} nowMs={nowMs} />
    case 'contact':
      return <ContactBlock block={block} firmLink={sale.firm.contactLink} />
  }
}

/** The merchant's blocks in their order, without those that are empty still. */
export const Blocks = ({ sale, nowMs }: { sale: Sale; nowMs: number }) =>
  sale.blocks
    .filter((block) => isFilled(block, sale.firm.contactLink))
    .map((block) => (
      <div key={block.id} data-block={block.id}>
        <Block block={block} sale={sale} nowMs={nowMs} />
      </div>
    ))
