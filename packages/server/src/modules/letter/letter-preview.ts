import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { testLetterKey, typesThatKnow, variablesOfType } from '@kaimai/contract/letter/letter.rules.ts'
import { valuesOf } from './letter-content.ts'
import type { LetterValues } from './letter-kind.service.ts'
import { withoutSecrets } from './letter-secrets.ts'
import type { LetterStore } from './letter.store.ts'
import type { LiveValues } from './live-values.ts'
import type { LetterQueue } from './queue-letters.ts'
import { renderLetter } from './render-letter.ts'

/** Letters that are looked through for people. */
const looked = 50

export interface LetterPreviewDeps {
  readonly store: Pick<LetterStore, 'list' | 'find'>
  readonly queue: Pick<LetterQueue, 'kinds' | 'kindOf'>
  readonly liveValues: LiveValues
}

/** What whoever writes a text of the own is shown: the built-in ones, people, and how it comes out. */
export const createLetterPreview = ({ store, queue, liveValues }: LetterPreviewDeps) => ({
  /** The built-in texts that a firm may replace, by letterTemplateType. */
  builtIn: (): { letterTemplateType: number; contents: LetterContents }[] =>
    queue
      .kinds()
      .filter(({ type }) => variablesOfType(type) !== undefined)
      .map(({ type, contents }) => ({ letterTemplateType: type, contents }))
      .toSorted((a, b) => a.letterTemplateType - b.letterTemplateType),

  /**
   * Who got a letter that knows what texts of this type may say, the newest first, each address once: before the first
   * reminder those who have signed up. Those who were erased are left out, and tests that members sent themselves.
   */
  peopleOf: async (firmId: string, type: number, q: string | undefined) => {
    const { rows } = await store.list(firmId, {
      q,
      inAddresses: true,
      types: typesThatKnow(type),
      limit: looked,
      offset: 0,
    })
    const people = rows.filter(
      ({ subject, toAddress, key }) => subject !== '' && toAddress !== '' && !key.startsWith(testLetterKey),
    )
    return [...new Map(people.toReversed().map((row) => [row.toAddress, row])).values()]
      .toReversed()
      .map(({ id, toName, toAddress, language }) => ({ id, name: toName, email: toAddress, language }))
  },

  /**
   * What the variables stood for in one person's letter, without what lets only that person in; undefined: no such letter
   * of the firm.
   */
  valuesOfLetter: async (firmId: string, id: string): Promise<LetterValues | undefined> => {
    const row = await store.find(firmId, id)
    return row && row.subject !== '' ? valuesOf(withoutSecrets(row, queue.kindOf(row.type)?.secrets)) : undefined
  },

  /** What its blocks show as it is now. */
  liveValues,

  /** Pictures stand in it by their paths, as the page that shows it has them. Throws for a variable without a value. */
  render: (contents: LetterContents, language: Language, values: LetterValues) =>
    renderLetter(contents, language, values),
})
