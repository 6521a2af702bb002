import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import type { SignupUserFilter } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { asDialled, folded } from '../../platform/db/search.ts'
import type { PersonRow, SignupUserTables } from '../signup/signup-user.tables.ts'
import type { AnsweredQuestion } from './signup-user-sheet.ts'

export type Person = Omit<Selectable<PersonRow>, 'nameText' | 'searchText' | 'deviceHash' | 'erasureOpen'>

/** Columns the list may be sorted by. */
export const personSorts = ['createdAt', 'name'] as const
export type PersonSort = (typeof personSorts)[number]

export interface PersonFilter extends SignupUserFilter {
  /** Whether `q` looks in phone and e-mail too. */
  readonly inContacts: boolean
}

export interface PersonPage {
  readonly sort: PersonSort
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export const personColumns = [
  'person.id',
  'person.firmId',
  'person.signupId',
  'person.name',
  'person.phone',
  'person.email',
  'person.county',
  'person.timeZone',
  'person.flagged',
  'person.isCancelNotice',
  'person.memo',
  'person.source',
  'person.consentSource',
  'person.cameAt',
  'person.orderedAt',
  'person.answers',
  'person.erasedAt',
  'person.createdAt',
] as const

type Condition = Expression<SqlBool>
const column = (name: keyof PersonRow) => sql.ref(`person.${name}`)

const searched = (typed: string, inContacts: boolean): Condition => {
  const needle = folded(typed)
  if (!inContacts) return sql<SqlBool>`strpos(${column('nameText')}, ${needle}) > 0`
  const dialled = asDialled(needle) || needle
  const found = sql<SqlBool>`strpos(${column('searchText')}, ${needle}) > 0`
  return dialled === needle ? found : sql<SqlBool>`(${found} or strpos(${column('searchText')}, ${dialled}) > 0)`
}

/** Came at all, or into the live that the list is narrowed to. */
const came = ({ liveId }: PersonFilter): Condition =>
  liveId === undefined ? sql<SqlBool>`${column('cameAt')} is not null` : sql<SqlBool>`seat."cameAt" is not null`

const as = (answer: 'yes' | 'no', condition: Condition): Condition =>
  answer === 'yes' ? condition : sql<SqlBool>`not (${condition})`

const conditionsOf = (firmId: string, filter: PersonFilter): Condition[] => {
  const { q, signupId, day, ordered, flagged, isCancelNotice, source } = filter
  const conditions: Condition[] = [sql<SqlBool>`${column('firmId')} = ${firmId}`]
  if (signupId !== undefined) conditions.push(sql<SqlBool>`${column('signupId')} = ${signupId}`)
  if (day !== undefined) {
    const { fromMs, toMs } = dayInTaipei(day)
    conditions.push(
      sql<SqlBool>`${column('createdAt')} >= ${new Date(fromMs)} and ${column('createdAt')} < ${new Date(toMs)}`,
    )
  }
  if (filter.came !== undefined) conditions.push(as(filter.came, came(filter)))
  if (ordered !== undefined) conditions.push(as(ordered, sql<SqlBool>`${column('orderedAt')} is not null`))
  if (flagged !== undefined) conditions.push(as(flagged, sql<SqlBool>`${column('flagged')}`))
  if (isCancelNotice !== undefined) conditions.push(as(isCancelNotice, sql<SqlBool>`${column('isCancelNotice')}`))
  if (source !== undefined) conditions.push(sql<SqlBool>`${column('source')} = ${source}`)
  if (q !== undefined && q !== '') conditions.push(searched(q, filter.inContacts))
  return conditions
}

/** Lists of people: found and counted in an index that holds all they are narrowed by; only a page's rows are read. */
export const createSignupUserListStore = (db: Database) => {
  const on = () => db.as<SignupUserTables>()
  const found = (firmId: string, filter: PersonFilter) => {
    const { liveId } = filter
    // One seat a person and live: the join adds no rows.
    let query = on()
      .selectFrom('signupUser as person')
      .$if(liveId !== undefined, (people) =>
        people.innerJoin('signupSeat as seat', (join) =>
          join
            .onRef('seat.signupUserId', '=', 'person.id')
            .on('seat.firmId', '=', firmId)
            .on('seat.liveId', '=', liveId ?? ''),
        ),
      )
    for (const condition of conditionsOf(firmId, filter)) query = query.where(condition)
    return query
  }
  const wholeRows = async (firmId: string, ids: readonly string[]): Promise<Person[]> => {
    if (ids.length === 0) return []
    const rows = await on()
      .selectFrom('signupUser as person')
      .select(personColumns)
      .where('person.firmId', '=', firmId)
      .where('person.id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  const totalOf = async (firmId: string, filter: PersonFilter): Promise<number> => {
    const { total } = await found(firmId, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }

  return {
    list: async (
      firmId: string,
      filter: PersonFilter,
      page: PersonPage,
    ): Promise<{ people: Person[]; total: number }> => {
      const { sort, descending, limit, offset } = page
      const by = sort === 'name' ? 'nameText' : 'createdAt'
      const direction = descending ? 'desc' : 'asc'
      if (filter.q !== undefined && filter.q !== '') {
        // Every text is looked at, so it is done once: for the page and for its count.
        const matching = await on()
          .with('matching', () => found(firmId, filter).select(['person.id', sql<string>`${column(by)}`.as('sorted')]))
          .selectFrom('matching')
          .select([
            'matching.id',
            (eb) => eb.selectFrom('matching').select(eb.fn.countAll<number>().as('n')).as('total'),
          ])
          .orderBy('matching.sorted', direction)
          .orderBy('matching.id', direction)
          .limit(limit)
          .offset(offset)
          .execute()
        const ids = matching.map(({ id }) => id)
        const total = matching[0]?.total ?? (offset === 0 ? 0 : await totalOf(firmId, filter))
        return { people: await wholeRows(firmId, ids), total: Number(total) }
      }
      const [ids, total] = await Promise.all([
        found(firmId, filter)
          .select('person.id')
          .orderBy(`person.${by}`, direction)
          .orderBy('person.id', direction)
          .limit(limit)
          .offset(offset)
          .execute(),
        totalOf(firmId, filter),
      ])
      return {
        people: await wholeRows(
          firmId,
          ids.map(({ id }) => id),
        ),
        total,
      }
    },

    total: totalOf,

    counts: async (firmId: string, filter: PersonFilter) => {
      const row = await found(firmId, filter)
        .select([
          sql<number>`count(*)`.as('all'),
          sql<number>`count(*) filter (where ${came(filter)})`.as('came'),
          sql<number>`count(*) filter (where ${column('orderedAt')} is not null)`.as('ordered'),
          sql<number>`count(*) filter (where ${column('flagged')})`.as('flagged'),
          sql<number>`count(*) filter (where ${column('isCancelNotice')})`.as('stopped'),
        ])
        .executeTakeFirstOrThrow()
      const all = Number(row.all)
      const people = Number(row.came)
      return {
        all,
        came: people,
        notCome: all - people,
        ordered: Number(row.ordered),
        flagged: Number(row.flagged),
        stopped: Number(row.stopped),
      }
    },

    wholeRows,

    /**
     * The questions that somebody of them answered: in the order in which a list, newest first, comes to them, each in the
     * words of whom it was put to first. One statement, so that a file's columns are known before its rows.
     */
    questions: async (firmId: string, filter: PersonFilter): Promise<AnsweredQuestion[]> => {
      const people = found(firmId, filter).select(['person.id', 'person.createdAt', 'person.answers'])
      const { rows } = await sql<AnsweredQuestion>`
        with answer as (
          select one.key as "questionId", one.value ->> 'label' as label, one.place, found."createdAt", found.id
          from ${people} as found
          cross join lateral jsonb_each(found.answers) with ordinality as one(key, value, place)
        )
        select newest."questionId", oldest.label
        from (select distinct on ("questionId") * from answer order by "questionId", "createdAt" desc, id desc) as newest
        join (select distinct on ("questionId") * from answer order by "questionId", "createdAt", id) as oldest
          using ("questionId")
        order by newest."createdAt" desc, newest.id desc, newest.place`.execute(on())
      return rows
    },

    /** Whole rows after one of them, newest first: for exports of any length. */
    after: (
      firmId: string,
      filter: PersonFilter,
      last: Pick<Person, 'createdAt' | 'id'> | undefined,
      limit: number,
    ): Promise<Person[]> => {
      let query = found(firmId, filter).select(personColumns)
      if (last !== undefined)
        query = query.where(
          sql<SqlBool>`(${column('createdAt')}, ${column('id')}) < (${last.createdAt}, ${last.id}::uuid)`,
        )
      return query.orderBy('person.createdAt', 'desc').orderBy('person.id', 'desc').limit(limit).execute()
    },
  }
}
export type SignupUserListStore = ReturnType<typeof createSignupUserListStore>
