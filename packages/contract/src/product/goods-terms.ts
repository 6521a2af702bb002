import type { Texts } from '../common/language.ts'

/** How a product is taxed, as an invoice says it. */
export const taxTypes = ['taxable', 'zeroRated', 'exempt'] as const
export type TaxType = (typeof taxTypes)[number]

export const taxTypeNames: Readonly<Record<TaxType, Texts>> = {
  taxable: { 'zh-TW': '應稅', en: 'Taxable' },
  zeroRated: { 'zh-TW': '零稅率', en: 'Zero-rated' },
  exempt: { 'zh-TW': '免稅', en: 'Tax-exempt' },
}

/** How cold a product travels, as carriers tell parcels apart. */
export const temperatures = ['room', 'chilled', 'frozen'] as const
export type Temperature = (typeof temperatures)[number]

export const temperatureNames: Readonly<Record<Temperature, Texts>> = {
  room: { 'zh-TW': '常溫', en: 'Room temperature' },
  chilled: { 'zh-TW': '冷藏', en: 'Chilled' },
  frozen: { 'zh-TW': '冷凍', en: 'Frozen' },
}

/** Of one piece with its packing, in grams: a tonne. */
export const weightMax = 1_000_000
