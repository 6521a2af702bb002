/** As the contract has it: so many words, each so long. */
const max = { words: 500, characters: 40 } as const

/** The words with more of them: trimmed, cut, each once, in the order they came. */
export const mergedWords = (words: readonly string[], more: readonly string[]): string[] => {
  const seen = new Set<string>()
  return [...words, ...more]
    .map((word) => [...word.trim()].slice(0, max.characters).join('').trim())
    .filter((word) => {
      const key = word.normalize('NFKC').toLowerCase()
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, max.words)
}
