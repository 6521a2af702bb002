const keys = new WeakMap<object, string>()
let last = 0

/** Names a block for React: it stays the same wherever the block is moved. */
export const keyOfBlock = (block: object): string => {
  const known = keys.get(block)
  if (known !== undefined) return known
  last += 1
  const made = `block-${last}`
  keys.set(block, made)
  return made
}

/** The changed block is the same one. */
export const sameBlock = <B extends object>(was: object, now: B): B => {
  keys.set(now, keyOfBlock(was))
  return now
}
