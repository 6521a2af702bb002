/** One feature's name in every spelling that the house uses. */
export interface FeatureNames {
  /** `gift-card`: folders, files, migration, texts. */
  readonly slug: string
  /** `giftCard`: values. */
  readonly camel: string
  /** `GiftCard`: types. */
  readonly pascal: string
  /** `gift_card`: paths of calls, indexes. */
  readonly snake: string
  /** `Gift card`: for people. */
  readonly title: string
  /** `GIFT-CARD`: what its rules are numbered with. */
  readonly prefix: string
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Throws with words for whoever typed it when the slug is none. */
export const namesOf = (slug: string): FeatureNames => {
  if (!/^[a-z]+(-[a-z]+)*$/.test(slug))
    throw new Error(`"${slug}" is no slug: small letters and hyphens, like gift-card`)
  const words = slug.split('-')
  const pascal = words.map(capital).join('')
  return {
    slug,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
    title: capital(words.join(' ')),
    prefix: slug.toUpperCase(),
  }
}
