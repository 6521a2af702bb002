import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { buildScript } from '@kaimai/contract/live/build-script.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { noTracking } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { PublicRoom, RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { LiveFields } from '../../live-values.ts'
import { fieldsOfDoc, type StudioDoc } from './studio-doc.ts'

/** The script that the room would play: made by what the server makes it of. */
export const scriptOf = (doc: StudioDoc): Script => {
  const { commentList, productList, fakeTicket, callToAction, poll, giveaway, hearts, audienceCurve } = fieldsOfDoc(doc)
  return buildScript(
    {
      productList: productList.map((each) => ({
        ...each,
        livePrice: each.livePrice ?? null,
        showLeft: each.showLeft ?? true,
      })),
      fakeTicket,
      callToAction: callToAction.map((call) => ({ ...call, until: call.until ?? null })),
      poll,
      giveaway,
      hearts,
      audienceCurve,
    },
    commentList.map(({ userName, userImgUrl, commentText, commentTime }) => ({
      name: userName,
      imgUrl: userImgUrl,
      text: commentText,
      second: commentTime,
    })),
  )
}

const roomProduct = (
  product: Product,
  { livePrice = null, showLeft = true }: LiveFields['productList'][number],
  nowMs: number,
): RoomProduct => {
  const prices = {
    price: product.price,
    originalPrice: product.originalPrice,
    onSalePrice: product.onSalePrice,
    onSaleFrom: product.onSaleFrom,
    onSaleUntil: product.onSaleUntil,
    specialOfferPrice: livePrice ?? product.specialOfferPrice,
  }
  const { price, struck, kind } = priceNow(prices, { nowMs, place: 'room' })
  return {
    productId: product.id,
    productName: product.productName,
    keyword: product.keyword,
    description: plainRichText(richTextOf(product.description)),
    unit: product.unit,
    price,
    originalPrice: struck,
    priceKind: kind,
    prices,
    currency: product.currency,
    imageUrl: product.images[0] ?? '',
    perPersonLimit: product.perPersonLimit,
    returnException: product.returnException,
    variants: product.variants.map(({ id, name, keyword, stock }) => ({ variantId: id, name, keyword, left: stock })),
    showLeft,
  }
}

export interface RoomFacts {
  readonly values: Pick<
    LiveFields,
    | 'liveName'
    | 'platformType'
    | 'beginAt'
    | 'waitingMinutes'
    | 'hostName'
    | 'anonymousAllowed'
    | 'heartsAllowed'
    | 'productList'
  >
  readonly known: ReadonlyMap<string, Product>
  readonly firm: { readonly name: string; readonly imgUrl: string }
  readonly lengthMs: number
  /** Whether what is simulated is marked. */
  readonly disclosure: boolean
}

/** The room as a viewer would have it, of a live that is still being made. */
export const roomOf = ({ values, known, firm, lengthMs, disclosure }: RoomFacts): PublicRoom => {
  const typed = Date.parse(values.beginAt)
  const beginAtMs = Number.isNaN(typed) ? 0 : typed
  const first = new Map(values.productList.toReversed().map((each) => [each.productId, each] as const))
  const ids = [...new Set(values.productList.map(({ productId }) => productId))]
  return {
    streamId: 'preview',
    liveName: values.liveName,
    platformType: values.platformType,
    status: 'live',
    beginAt: new Date(beginAtMs).toISOString(),
    endAt: new Date(beginAtMs + lengthMs).toISOString(),
    waitingMinutes: values.waitingMinutes,
    replayUntil: null,
    posterUrl: '',
    playlistUrl: '',
    replayUrl: '',
    youtubeId: '',
    infoImages: [],
    hostName: values.hostName,
    anonymousAllowed: values.anonymousAllowed,
    heartsAllowed: values.heartsAllowed,
    disclosure,
    firm: { name: firm.name, imgUrl: firm.imgUrl, contactLink: '' },
    signupPath: '',
    products: ids.flatMap((id) => {
      const [product, asked] = [known.get(id), first.get(id)]
      return product && asked ? [roomProduct(product, asked, beginAtMs)] : []
    }),
    online: 0,
    tracking: noTracking,
    now: new Date(beginAtMs).toISOString(),
  }
}
