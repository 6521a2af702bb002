import type { Language } from '@kaimai/contract/common/language.ts'
import { type Currency, showMoney } from '@kaimai/contract/common/money.ts'
import { type LetterContent, productValue, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { countdownText, letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LetterValues } from './letter-kind.service.ts'

/** A product as a page shows it to all; prices in minor units. */
interface ProductOnPage {
  readonly productId: string
  readonly productName: string
  readonly price: number
  /** Struck through beside the price; null: nothing. */
  readonly originalPrice: number | null
  readonly currency: Currency
  readonly imageUrl: string
}

/** Those of a firm's products that can be had now; what was removed or is off sale is left out. */
export type ProductsOfLetters = (
  firmId: string,
  productIds: readonly string[],
) => Promise<{ readonly products: readonly ProductOnPage[] }>

/** When a session begins, epoch ms; undefined: it is gone. */
export type SessionTimes = (firmId: string, liveId: string) => Promise<{ readonly beginAtMs: number } | undefined>

/**
 * What a letter shows as it is at the moment: products, when a session begins where its values name one (`liveId`), and how
 * long it is until then. They become values of the person's letter when it is handed over, so that the log shows what has
 * left. Empty: such a block is left out.
 */
export const createLiveValues =
  ({
    products,
    sessionTimes,
    clock,
  }: {
    readonly products: ProductsOfLetters
    readonly sessionTimes: SessionTimes
    readonly clock: Clock
  }) =>
  async (
    firmId: string | null,
    content: LetterContent,
    { language, values }: { readonly language: Language; readonly values: LetterValues },
  ): Promise<LetterValues> => {
    const { blocks } = content
    const ids = [...new Set(blocks.flatMap((block) => (block.kind === 'product' ? [block.productId] : [])))]
    const found = ids.length === 0 || firmId === null ? [] : (await products(firmId, ids)).products
    const shown = ids.flatMap((id) => {
      const product = found.find(({ productId }) => productId === id)
      const money = (amount: number | null) =>
        product && amount !== null ? showMoney({ amount, currency: product.currency }) : ''
      return [
        [productValue(id, 'name'), product?.productName ?? ''],
        [productValue(id, 'price'), money(product?.price ?? null)],
        [productValue(id, 'struck'), money(product?.originalPrice ?? null)],
        [productValue(id, 'picture'), product?.imageUrl ?? ''],
      ] as const
    })
    const isCounting = blocks.some(({ kind }) => kind === 'countdown')
    const { liveId, timeZone = 'Asia/Taipei' } = values
    const saysWhen =
      isCounting || textsOf(content).some((text) => variablesIn(text).some(({ name }) => name === 'liveBeginAt'))
    // A session that was moved after the letter was written says when it begins now.
    const session =
      firmId === null || liveId === undefined || !saysWhen ? undefined : await sessionTimes(firmId, liveId)
    const untilMs = (session?.beginAtMs ?? Number(values['liveBeginAtMs'])) - clock.ms()
    return {
      ...Object.fromEntries(shown),
      ...(session
        ? {
            liveBeginAt: letterTime(session.beginAtMs, timeZone, language),
            liveBeginAtMs: String(session.beginAtMs),
          }
        : {}),
      ...(isCounting ? { countdown: countdownText(untilMs, language) } : {}),
    }
  }
export type LiveValues = ReturnType<typeof createLiveValues>
