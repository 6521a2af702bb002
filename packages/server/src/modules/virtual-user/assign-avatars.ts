/**
 * Deals pictures of a set: the least used first, so that none comes twice before all were dealt. `random` in [0, 1)
 * chooses among those that are used alike. An empty set deals none.
 */
export const assignAvatars = (given: {
  readonly count: number
  readonly set: readonly string[]
  readonly used: ReadonlyMap<string, number>
  readonly random: () => number
}): string[] => {
  const { count, set, used, random } = given
  if (set.length === 0) return Array.from({ length: count }, () => '')
  const piles = new Map<number, string[]>()
  const put = (id: string, uses: number) => piles.set(uses, [...(piles.get(uses) ?? []), id])
  for (const id of set) put(id, used.get(id) ?? 0)
  let uses = Math.min(...piles.keys())
  return Array.from({ length: count }, () => {
    let pile = piles.get(uses) ?? []
    while (pile.length === 0) {
      uses += 1
      pile = piles.get(uses) ?? []
    }
    const [dealt = ''] = pile.splice(Math.floor(random() * pile.length), 1)
    put(dealt, uses + 1)
    return dealt
  })
}
