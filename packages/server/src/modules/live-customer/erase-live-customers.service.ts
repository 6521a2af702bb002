import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { LiveCustomerTables } from './live-customer.tables.ts'

/** Takes a person off the lists of all lives; an empty contact is nobody's. Answers the ids of what is gone. */
export const eraseLiveCustomers = async (
  tx: Tx,
  firmId: string,
  { phone, email }: { readonly phone: string; readonly email: string },
): Promise<string[]> => {
  const gone = await tx
    .as<LiveCustomerTables>()
    .deleteFrom('liveCustomer')
    .where('firmId', '=', firmId)
    .where((row) =>
      row.or([
        row.and([row('phone', '=', phone), row('phone', '<>', sql.lit(''))]),
        row.and([row('email', '=', email), row('email', '<>', sql.lit(''))]),
      ]),
    )
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
