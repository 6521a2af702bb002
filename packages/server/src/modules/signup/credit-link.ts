import { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupUserRow } from './signup.tables.ts'

/** Keeps which partner link a person's sign-up is credited to, in the transaction that takes it. */
export type CreditLink = (
  tx: Tx,
  person: Pick<SignupUserRow, 'id' | 'firmId' | 'signupId'>,
  given: SignupUserRow['given'],
) => Promise<void>

/** The first sign-up that came by a link is the one that counts: it is credited once. */
export const createCreditLink =
  (store: Pick<SignupStore, 'setAssociation'>, earningVisit: AssociationService['earningVisit']): CreditLink =>
  async (tx, { id, firmId, signupId }, given) => {
    const tracking = TrackingContext.parse(given)
    const earning = await earningVisit(tx, firmId, { tracking, signupId, signupUserId: null, productIds: null })
    if (earning) await store.setAssociation(firmId, id, earning, tx)
  }
