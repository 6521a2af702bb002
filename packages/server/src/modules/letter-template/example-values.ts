import type { Language } from '@kaimai/contract/common/language.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { showMoney } from '@kaimai/contract/common/money.ts'

const hourMs = 3600_000
const zone = 'Asia/Taipei'

export interface ExampleOf {
  readonly name: string
  readonly firmName: string
  readonly language: Language
  readonly nowMs: number
  /** Begins every link. */
  readonly origin: string
}

/** What variables stand for where no recipient is chosen: nobody's link, and an order that isn't there. */
export const exampleValues = ({
  name,
  firmName,
  language,
  nowMs,
  origin,
}: ExampleOf): Readonly<Record<string, string>> => {
  const isEnglish = language === 'en'
  return {
    name,
    firmName,
    sessionTitle: isEnglish ? 'Evening show' : '週五晚間直播',
    liveBeginAt: letterTime(nowMs + 24 * hourMs, zone, language),
    liveBeginAtMs: String(nowMs + 24 * hourMs),
    liveUrl: `${origin}/`,
    orderNo: 'A0001234',
    orderTotal: showMoney({ amount: 1_280_00, currency: 'TWD' }),
    orderUrl: `${origin}/`,
    cartItems: isEnglish ? 'Matte white rice bowl × 2' : '霧白飯碗 × 2',
    cartUrl: `${origin}/`,
    productName: isEnglish ? 'Matte white rice bowl' : '霧白飯碗',
    productUrl: `${origin}/`,
    pageUrl: `${origin}/`,
    passwordUrl: `${origin}/`,
    email: 'partner@example.com',
    linkUrl: `${origin}/`,
    linkCode: 'PARTNER10',
    linkRate: isEnglish ? '10% of sales' : '銷售金額的 10%',
    paymentNote: isEnglish ? 'Please pay within 3 days.' : '請於 3 天內完成付款。',
  }
}
