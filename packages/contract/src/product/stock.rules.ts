/** So few pieces of a product in all are said to be running out. */
export const maxLowStock = 5

/** What a product is to the merchant: off sale by his will, sold out, nearly so, or on sale with plenty. */
export const shelfStates = ['onSale', 'lowStock', 'soldOut', 'offSale'] as const
export type ShelfState = (typeof shelfStates)[number]

export const shelfStateOf = ({ offSale, stock }: { readonly offSale: boolean; readonly stock: number }): ShelfState => {
  if (offSale) return 'offSale'
  if (stock <= 0) return 'soldOut'
  return stock <= maxLowStock ? 'lowStock' : 'onSale'
}
