import type { Texts } from '../common/language.ts'

/**
 * Why the seven days of reflection don't hold for a product: the lawful reasons of 通訊交易解除權合理例外情事適用準則
 * article 2, in its order. They hold only if the shopper is informed before buying.
 */
export const returnExceptions = [
  'perishable',
  'customised',
  'periodical',
  'openedMedia',
  'digital',
  'openedHygiene',
  'airTicket',
] as const
export type ReturnException = (typeof returnExceptions)[number]

/** In a word or two, for lists, forms and sheets. */
export const returnExceptionNames: Readonly<Record<ReturnException, Texts>> = {
  perishable: { 'zh-TW': '易腐敗或保存期限短', en: 'Perishable' },
  customised: { 'zh-TW': '客製化商品', en: 'Made to order' },
  periodical: { 'zh-TW': '報紙、期刊或雜誌', en: 'Newspaper or magazine' },
  openedMedia: { 'zh-TW': '拆封的影音或軟體', en: 'Opened audio, video or software' },
  digital: { 'zh-TW': '數位內容或線上服務', en: 'Digital content or online service' },
  openedHygiene: { 'zh-TW': '拆封的個人衛生用品', en: 'Opened personal hygiene goods' },
  airTicket: { 'zh-TW': '國際機票', en: 'International air ticket' },
}

/** What shoppers read before they buy. */
export const returnExceptionNotices: Readonly<Record<ReturnException, Texts>> = {
  perishable: {
    'zh-TW': '易於腐敗、保存期限較短，不適用 7 天鑑賞期',
    en: 'Perishable or with a short shelf life: the 7-day return right doesn’t apply',
  },
  customised: {
    'zh-TW': '依您的要求客製，不適用 7 天鑑賞期',
    en: 'Made to order: the 7-day return right doesn’t apply',
  },
  periodical: {
    'zh-TW': '報紙、期刊或雜誌，不適用 7 天鑑賞期',
    en: 'Newspapers, journals, and magazines: the 7-day return right doesn’t apply',
  },
  openedMedia: {
    'zh-TW': '影音商品或電腦軟體，拆封後不適用 7 天鑑賞期',
    en: 'Audio, video, or software: once opened, the 7-day return right doesn’t apply',
  },
  digital: {
    'zh-TW': '數位內容或線上服務，經您同意提供後不適用 7 天鑑賞期',
    en: 'Digital content or online service: once provided with your consent, the 7-day return right doesn’t apply',
  },
  openedHygiene: {
    'zh-TW': '個人衛生用品，拆封後不適用 7 天鑑賞期',
    en: 'Personal hygiene products: once opened, the 7-day return right doesn’t apply',
  },
  airTicket: {
    'zh-TW': '國際航空客運服務，不適用 7 天鑑賞期',
    en: 'International air travel: the 7-day return right doesn’t apply',
  },
}
