import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** What stands in a text instead of a contact. */
const blot = '•••'

/** As it stands in JSON. */
const quoted = (text: string): string => JSON.stringify(text)
const inside = (text: string): string => quoted(text).slice(1, -1)

/** How a person may have written the own phone: `0912345678`, `0912-345-678`, `0912 345 678`, and with its country. */
const writingsOf = (phone: string): string[] => {
  if (phone === '') return []
  const national = phone.replace(/^\+886/, '0')
  const groups = /^(\d{4})(\d{3})(\d{3})$/.exec(national)?.slice(1)
  return [...new Set([phone, national, ...(groups ? [groups.join('-'), groups.join(' ')] : [])])]
}

/**
 * The log of rooms without a person: what was said stays with the talk it belongs to, under a pseudonym, and without the
 * person's phone and e-mail. Others' events that name the person (answers, a pinned message, a draw) too.
 */
export const eraseFromRooms = async (
  tx: Tx,
  firmId: string,
  person: {
    readonly viewers: readonly { id: string; liveId: string; publicId: string; name: string }[]
    /** By which the person signed up. */
    readonly name: string
    readonly phone: string
    readonly email: string
    readonly pseudonym: string
  },
): Promise<void> => {
  const { viewers, pseudonym, phone, email } = person
  const on = tx.as<object>()
  const to = `"name": ${quoted(pseudonym)}`
  for (const { id, liveId, publicId, name } of viewers) {
    const names = [...new Set([name, person.name])].filter((each) => each !== '' && each !== pseudonym)
    for (const each of names) {
      const from = `"name": ${quoted(each)}`
      const names = (column: string) =>
        sql<SqlBool>`strpos(${sql.ref(column)}::text, ${publicId}) > 0 and strpos(${sql.ref(column)}::text, ${from}) > 0`
      for (const [table, column] of [
        ['roomEvent', 'payload'],
        ['roomEvent', 'asked'],
        ['giveaway', 'result'],
        ['commentOrder', 'user'],
      ] as const)
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}::text, ${from}, ${to})::jsonb
          where "firmId" = ${firmId} and "liveId" = ${liveId} and ${names(column)}`.execute(on)
    }
    for (const said of [...writingsOf(phone), email].filter((each) => each !== '')) {
      await sql`
        update "roomEvent" set payload = replace(payload::text, ${inside(said)}, ${blot})::jsonb
        where "firmId" = ${firmId} and "liveId" = ${liveId} and "liveUserId" = ${id}
          and strpos(payload::text, ${inside(said)}) > 0`.execute(on)
      await sql`
        update "commentOrder" set text = replace(text, ${said}, ${blot}), "plainText" = replace("plainText", ${said}, ${blot}),
          said = replace(said, ${said}, ${blot})
        where "firmId" = ${firmId} and "liveId" = ${liveId} and "liveUserId" = ${id}`.execute(on)
    }
  }
}
