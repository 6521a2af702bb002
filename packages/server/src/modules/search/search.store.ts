import { type SearchKind, searchLimits } from '@kaimai/contract/search/search.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { asDialled, folded } from '../../platform/db/search.ts'

/** A row of any kind as it was found. */
export interface Found {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly type: string
  readonly isRunning: boolean
}

interface SearchedKind {
  readonly table: string
  /** The column by which the newest come first, in an index that holds what is searched too. */
  readonly time: string
  readonly alive?: RawBuilder<unknown>
  /** The folded text that everybody finds by. */
  readonly text: string
  /** The text of who may read contacts. */
  readonly contacts?: RawBuilder<unknown>
  readonly label: string
  readonly note?: RawBuilder<unknown>
  /** In its place for who may read contacts. */
  readonly contactNote?: RawBuilder<unknown>
  readonly type?: string
  readonly isRunning?: (now: Date) => RawBuilder<unknown>
}

const kept = sql`"removedAt" is null`

/** Every kind by the search column of its own list (migrations 071 to 121). */
const kinds: Readonly<Record<SearchKind, SearchedKind>> = {
  live: {
    table: 'live',
    time: 'beginAt',
    alive: kept,
    text: 'searchName',
    label: 'name',
    type: 'platformType',
    isRunning: (now) =>
      sql`("publishedAt" is not null and "cancelledAt" is null and "endAt" > ${now}
        and "beginAt" - make_interval(mins => "waitingMinutes") <= ${now})`,
  },
  order: {
    table: 'order',
    time: 'createdAt',
    text: 'searchText',
    contacts: sql`"contactText"`,
    label: 'orderNo',
    note: sql`"fullName"`,
  },
  product: {
    table: 'product',
    time: 'createdAt',
    alive: kept,
    text: 'searchName',
    label: 'productName',
    note: sql`keyword`,
  },
  signup: {
    table: 'signup',
    time: 'createdAt',
    alive: kept,
    text: 'searchText',
    label: 'name',
    note: sql`'/f/' || "customUrl"`,
    type: 'pageType',
  },
  'signup-user': {
    table: 'signupUser',
    time: 'createdAt',
    text: 'nameText',
    contacts: sql`"searchText"`,
    label: 'name',
    contactNote: sql`coalesce(nullif(phone, ''), email)`,
  },
  'sales-page': {
    table: 'salesPage',
    time: 'createdAt',
    alive: kept,
    text: 'searchText',
    label: 'title',
    note: sql`'/s/' || "customUrl"`,
  },
  video: { table: 'video', time: 'createdAt', alive: kept, text: 'searchName', label: 'name' },
  letter: {
    table: 'letterRecipient',
    time: 'createdAt',
    text: 'searchText',
    contacts: sql`lower("toAddress")`,
    label: 'subject',
    note: sql`"toName"`,
  },
  'comment-mod': { table: 'commentMod', time: 'createdAt', alive: kept, text: 'searchName', label: 'name' },
  'virtual-user': { table: 'virtualUser', time: 'createdAt', text: 'searchName', label: 'name' },
}

/** So many of the newest that hold the text are ranked. */
const candidates = 20

export interface SearchInput {
  readonly q: string
  /** Whether phone and e-mail are searched and shown too. */
  readonly inContacts: boolean
  readonly now: Date
}

/**
 * One bounded question a kind: an index alone is read, of the rows only those that are answered. Which they are is found
 * once (`readOnce` says why): behind `in` it was found again for each of 100,000 rows.
 */
export const createSearchStore = (db: Database) => ({
  find: async (firmId: string, kind: SearchKind, { q, inContacts, now }: SearchInput): Promise<readonly Found[]> => {
    const of = kinds[kind]
    const needle = folded(q)
    const contacts = (inContacts ? of.contacts : undefined) ?? sql`''`
    const time = sql.ref(of.time)
    // The whole number of an order finds it, however old it is.
    const byNumber = kind === 'order' ? sql`or "orderNo" = ${needle.toUpperCase()}` : sql``
    const { rows } = await sql<Found>`
      select id, ${sql.ref(of.label)} as label, ${of.type === undefined ? sql`''` : sql.ref(of.type)} as type,
        ${(inContacts ? of.contactNote : undefined) ?? of.note ?? sql`''`} as note,
        ${of.isRunning?.(now) ?? sql`false`} as "isRunning"
      from ${sql.table(of.table)}
      where "firmId" = ${firmId} and (id = any(array(
        select id from (
          select id, ${time} as time, ${sql.ref(of.text)} as text, ${contacts} as contacts
          from ${sql.table(of.table)}
          where "firmId" = ${firmId} and ${of.alive ?? sql`true`}
          order by ${time} desc limit ${searchLimits.depth}
        ) newest
        where strpos(text, ${needle}) > 0 or strpos(contacts, ${needle}) > 0
          or strpos(contacts, ${asDialled(needle) || needle}) > 0
        order by time desc limit ${candidates}
      )) ${byNumber})
      order by ${time} desc`.execute(db.as())
    return rows
  },
})
export type SearchStore = ReturnType<typeof createSearchStore>
