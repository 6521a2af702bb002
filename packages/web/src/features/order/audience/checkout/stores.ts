const chains = ['seven', 'family', 'hilife'] as const
export type StoreChain = (typeof chains)[number]

/** A convenience store where an order can be picked up. */
export interface Store {
  readonly chain: StoreChain
  /** Its number at its chain. */
  readonly code: string
  /** Without the chain and the word for a store: 鶯陶. */
  readonly name: string
  readonly county: string
  readonly district: string
  readonly address: string
}

/** Where the buyer is, as far as the form knows it. */
export interface Near {
  readonly county: string
  readonly district: string
  /** Number of the store that was chosen last; empty: none. */
  readonly lastCode: string
}

const chainNames: Readonly<Record<StoreChain, string>> = { seven: '7-ELEVEN', family: '全家', hilife: '萊爾富' }

/** As it stands on its sign, and on the order. */
export const storeName = ({ chain, name }: Pick<Store, 'chain' | 'name'>): string =>
  chain === 'seven' ? `7-ELEVEN ${name}門市` : `${chainNames[chain]}${name}門市`

/** As one types it: half width, one spelling of 台. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('台', '臺').replace(/\s+/g, ' ')

const shownMax = 8

const nearness = (store: Store, { county, district, lastCode }: Near): number => {
  if (lastCode !== '' && store.code === lastCode) return 3
  if (county === '' || store.county !== county) return 0
  return store.district === district ? 2 : 1
}

/**
 * The stores that all words of the query fit (name, road, number, district), the nearest first; without a query those
 * near by, none where it is not known what that is.
 */
export const searchStores = (stores: readonly Store[], query: string, near: Near): readonly Store[] => {
  const words = plain(query)
    .split(' ')
    .filter((word) => word !== '')
  const fits = (store: Store): boolean => {
    const text = plain(`${storeName(store)} ${store.code} ${store.county}${store.district}${store.address}`)
    return words.every((word) => text.includes(word) || text.replaceAll(' ', '').includes(word))
  }
  // What is called so comes before what lies in a road that is.
  const rank = (store: Store): number =>
    nearness(store, near) + (words.some((word) => plain(store.name).startsWith(word) || store.code === word) ? 4 : 0)
  return stores
    .filter(words.length === 0 ? (store) => nearness(store, near) > 0 : fits)
    .map((store, place) => ({ store, place, rank: rank(store) }))
    .toSorted((a, b) => b.rank - a.rank || a.place - b.place)
    .slice(0, shownMax)
    .map(({ store }) => store)
}

const isChain = (text: string | undefined): text is StoreChain => chains.some((chain) => chain === text)

const readStore = ([chain, code = '', name = '', county = '', district = '', address = '']: readonly string[]) =>
  isChain(chain) ? [{ chain, code, name, county, district, address }] : []

let loaded: Promise<readonly Store[]> | undefined

/**
 * Stores to try the checkout with: invented ones with numbers that no chain gives out. The carrier's own list takes their
 * place with its search; until then only a shop whose payments are tests offers them.
 */
export const loadSampleStores = (): Promise<readonly Store[]> => {
  loaded ??= import('./sample-stores.json').then(
    ({ default: rows }) => rows.flatMap(readStore),
    (error: unknown) => {
      loaded = undefined
      throw error
    },
  )
  return loaded
}
