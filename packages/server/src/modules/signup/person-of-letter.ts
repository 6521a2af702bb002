import { together } from '../../platform/together.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupUserRow } from './signup.tables.ts'

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Who signed up, by id: undefined for nobody of the firm, and for what is no id. Letters that are about to leave ask by the
 * hundred at once, and are answered by one query.
 */
export const createPersonOfLetter = (store: Pick<SignupStore, 'persons'>) => {
  const found = together(async (asked: readonly { readonly firmId: string; readonly id: string }[]) => {
    const byFirm = Map.groupBy(asked, ({ firmId }) => firmId)
    const people = await Promise.all(
      [...byFirm].map(([firmId, all]) => store.persons(firmId, [...new Set(all.map(({ id }) => id))])),
    )
    return new Map(people.flat().map((person) => [person.id, person]))
  })
  return async (firmId: string, id: string): Promise<SignupUserRow | undefined> => {
    const person = idPattern.test(id) ? (await found({ firmId, id })).get(id) : undefined
    // Another firm may have asked for it at the same moment.
    return person?.firmId === firmId ? person : undefined
  }
}
