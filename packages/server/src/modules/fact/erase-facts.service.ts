import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Takes the person out of what they did: it counts still, and nobody knows of whom. Again: what was written since. */
export const eraseFacts = async (
  tx: Tx,
  firmId: string,
  of: { readonly signupUserId: string; readonly liveUserIds: readonly string[]; readonly orderIds: readonly string[] },
): Promise<void> => {
  // What they signed up for or put into a cart is named by their own id.
  await sql`
    update fact set "signupUserId" = null, "liveUserId" = null, visit = null,
      "sourceId" = case when kind in ('signedUp', 'carted') then gen_random_uuid()::text else "sourceId" end
    where "firmId" = ${firmId} and ("signupUserId" is not null or "liveUserId" is not null) and (
      "signupUserId" = ${of.signupUserId} or "liveUserId" = any(${[...of.liveUserIds]}::uuid[])
      or "orderId" = any(${[...of.orderIds]}::uuid[])
    )`.execute(tx.as())
}
