import type { Executor } from '../../platform/db/database.ts'
import type { SignedUpPerson } from './people.ts'
import type { ProfileStore } from './profile.store.ts'
import type { ProfileRow } from './profile.tables.ts'

/** Whether anything is saved: a row stays when it is forgotten. */
export const hasSavedProfile = (row: ProfileRow | undefined): row is ProfileRow =>
  row !== undefined && row.savedAt !== null

/** The phone whose last digits open it, E.164; empty: nothing opens it. */
export const keyPhoneOf = (
  { personal }: Pick<ProfileRow, 'personal'>,
  person: Pick<SignedUpPerson, 'phone'> | undefined,
): string => personal?.phone ?? person?.phone ?? ''

/** A device is known that opened it, or that signed this person up and so gave that phone itself. */
export const isOpenOn = async (
  store: Pick<ProfileStore, 'isOpenOn'>,
  row: ProfileRow,
  person: SignedUpPerson | undefined,
  deviceHash: string | undefined,
  on?: Executor,
): Promise<boolean> => {
  if (deviceHash === undefined || deviceHash === '') return false
  const signedUpHere = person?.deviceHash === deviceHash && keyPhoneOf(row, person) === person.phone
  return signedUpHere || store.isOpenOn(row.firmId, row.id, deviceHash, on)
}
