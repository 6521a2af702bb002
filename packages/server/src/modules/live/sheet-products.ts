/** A product as a file names it. */
export interface SheetProduct {
  readonly id: string
  readonly productName: string
  /** Empty when it has none. */
  readonly keyword: string
}

const foldedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** How a file names products: by keyword, else by a name that no other has, else by id. */
export const productNames = (products: readonly SheetProduct[]) => {
  const byWord = new Map<string, SheetProduct[]>()
  const put = (word: string, product: SheetProduct) => {
    const key = foldedName(word)
    if (key === '') return
    const there = byWord.get(key) ?? []
    if (!there.includes(product)) byWord.set(key, [...there, product])
  }
  for (const product of products) {
    put(product.id, product)
    put(product.keyword, product)
  }
  // A keyword is its product's, whatever others are called.
  const keywords = new Set(byWord.keys())
  for (const product of products) if (!keywords.has(foldedName(product.productName))) put(product.productName, product)
  const byId = new Map(products.map((product) => [product.id, product]))
  return {
    find: (word: string): readonly SheetProduct[] => byWord.get(foldedName(word)) ?? [],
    wordOf: (id: string): string => {
      const product = byId.get(id)
      if (!product) return id
      const words = [product.keyword, product.productName].filter((word) => word !== '')
      return words.find((word) => byWord.get(foldedName(word))?.every((each) => each === product)) ?? id
    },
  }
}
