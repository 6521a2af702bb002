import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { type Cell, type Population, populationOf, looksWithin, type Stays, staysUntil } from './population.ts'
import type { FigureScope } from './figure-scope.ts'
import { none } from './figure.tables.ts'
import { float64s, int32s, packed } from './packed-numbers.ts'
import { manyRows, personRows, spans } from './population-rows.ts'

/** What persons did at one place on one day, as of the version of its sums. */
interface Group {
  readonly placeId: string
  readonly day: string
  readonly version: number
}
interface LoadedGroup extends Group {
  readonly cells: readonly Cell[]
}

/** Of all firms together, in bytes: the cells of a month of a firm with ten million facts are some fifty million. */
const bytesKept = 128 * 2 ** 20
/** What a cell takes beside its numbers. */
const bytesOfCell = 1_000

const noPlace = '00000000-0000-0000-0000-000000000000'

type Bytes = Record<'persons' | 'keys' | 'at' | 'from' | 'until', Uint8Array | null>
interface CellRow extends Omit<Cell, 'placeId' | 'most' | keyof Bytes>, Bytes {
  readonly placeId: string
  readonly day: string
}

const highestIn = (lists: readonly Int32Array[]): number => {
  let highest = 0
  for (const list of lists) for (let at = 0; at < list.length; at += 1) highest = Math.max(highest, list[at] ?? 0)
  return highest
}

const numbersOf = (bytes: Bytes): Pick<Cell, keyof Bytes | 'most'> => {
  const [persons, keys] = [int32s(bytes.persons), int32s(bytes.keys)]
  const most = highestIn([persons, keys])
  return { persons, keys, at: float64s(bytes.at), from: int32s(bytes.from), until: int32s(bytes.until), most }
}

const bytesOf = ({ cells }: LoadedGroup): number =>
  cells.reduce(
    (sum, { persons, keys, at, from, until }) =>
      sum + bytesOfCell + [persons, keys, at, from, until].reduce((all, { byteLength }) => all + byteLength, 0),
    bytesOfCell,
  )

/** The groups used last, up to so many bytes. */
const createMemory = (bytesMost: number) => {
  const kept = new Map<string, { readonly group: LoadedGroup; readonly bytes: number }>()
  let bytes = 0
  const forget = (name: string) => {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  return {
    find: (name: string, version: number): LoadedGroup | undefined => {
      const found = kept.get(name)
      if (found === undefined || found.group.version !== version) return undefined
      kept.delete(name)
      kept.set(name, found)
      return found.group
    },
    keep: (name: string, group: LoadedGroup): void => {
      forget(name)
      const own = bytesOf(group)
      kept.set(name, { group, bytes: own })
      bytes += own
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMost) return
        forget(oldest)
      }
    },
  }
}

const columns = sql`cell."placeId", to_char(cell.day, 'YYYY-MM-DD') as day, kind, coalesce(nullif("productId", ${none})::text, '') as "productId",
  association, source, persons, keys, at, "from", until`

const cellOf = ({ placeId, kind, productId, association, source, ...bytes }: CellRow): Cell => {
  const place = placeId === noPlace ? undefined : placeId
  return { kind, productId, association, source, placeId: place, ...numbersOf(bytes) }
}

/** Reads who did what. What did not change since it was read is kept: packed in the database, and in memory. */
export const createPopulationStore = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => {
  const memory = createMemory(bytesKept)

  const groupsOf = async (firmId: string, where: RawBuilder<boolean>): Promise<Group[]> => {
    const { rows } = await sql<Group>`${plannedOnce}
      select "placeId", to_char(day, 'YYYY-MM-DD') as day, version from "figureChange"
      where "firmId" = ${firmId} and ${where}`.execute(db.as())
    return rows
  }

  const among = (groups: readonly Group[]) => sql`unnest(${groups.map(({ placeId }) => placeId)}::uuid[],
    ${groups.map(({ day }) => day)}::date[], ${groups.map(({ version }) => version)}::integer[]) as wanted("placeId", day, version)`

  /** What was read of groups before and has not changed since. */
  const kept = async (firmId: string, groups: readonly Group[]): Promise<CellRow[]> => {
    const { rows } = await sql<CellRow>`${plannedOnce}
      select ${columns} from ${among(groups)} join "figureCell" cell using ("placeId", day, version)
      where cell."firmId" = ${firmId}`.execute(db.as())
    return rows
  }

  /**
   * Reads groups from the sums, and keeps those of days that are over: of the others the next look finds newer ones.
   * `answer`: what is asked of `cell`, the rows that were read.
   */
  const fresh = async <Row>(
    firmId: string,
    groups: readonly Group[],
    answer: RawBuilder<unknown>,
  ): Promise<readonly Row[]> => {
    // Each place and day is looked up by itself: of a firm that the database knows nothing of yet it would read all rows instead.
    const rowsOf = (table: string, place: string, day: string) => sql`
      ${among(groups)} cross join ${manyRows} cross join lateral (
        select * from ${sql.table(table)} done
        where done."firmId" = ${firmId} and done.${sql.ref(place)} = wanted."placeId" and done.${sql.ref(day)} = wanted.day offset 0
      ) as act`
    const order = (kind: string, day: string, more: RawBuilder<boolean>) => sql`
      select wanted."placeId", wanted.day, ${sql.lit(kind)}, ${none}, '', '', ${packed(sql`person`)}, null::bytea, null::bytea, null::bytea, null::bytea
      from ${rowsOf('figureOrder', 'liveId', day)} where ${more} group by 1, 2`
    const { rows } = await sql<Row>`${plannedOnce}
      with cell as materialized (
        select wanted."placeId", wanted.day, each.*, null::bytea as "from", null::bytea as until from ${among(groups)} cross join lateral (
          select kind, "productId", case when kind in ('visited', 'signedUp') then association else '' end as association,
            case when kind in ('visited', 'signedUp') then source else '' end as source, ${packed(sql`person`)} as persons,
            ${packed(sql`key`)} filter (where kind in ('visited', 'watched')) as keys,
            string_agg(float8send(round(date_part('epoch', at) * 1000)), '') filter (where kind in ('visited', 'watched')) as at
          from (${personRows(firmId)}) as act group by 1, 2, 3, 4
        ) as each
        union all
        select "liveId", day, 'stayed', ${none}, '', '', persons, null, null, "from", until from (
          select "liveId", day, ${spans} from (
            select "liveId", act.day, person, range_agg(act.stay) as stay
            from ${rowsOf('figureStay', 'liveId', 'day')} group by 1, 2, 3
          ) as each cross join unnest(stay) as span group by 1, 2
        ) as stays
        union all ${order('ordered', 'orderedOn', sql`true`)}
        union all ${order('paid', 'paidOn', sql`true`)}
        union all ${order('kept', 'paidOn', sql`(refunded < paid or refunded = 0)`)}
      ), "noLonger" as (
        delete from "figureCell" known using ${among(groups)}
        where known."firmId" = ${firmId} and known."placeId" = wanted."placeId" and known.day = wanted.day and known.version < wanted.version
      ), "nowKept" as (
        insert into "figureCell" ("firmId", "placeId", day, version, kind, "productId", association, source, persons, keys, at, "from", until)
        select ${firmId}::uuid, cell."placeId", cell.day, wanted.version, kind, "productId", association, source, persons, keys, at, "from", until
        from cell join ${among(groups)} using ("placeId", day) where cell.day < ${taipeiDay(clock.ms())}::date
        on conflict do nothing
      )
      ${answer}`.execute(db.as())
    return rows
  }

  const read = async (firmId: string, groups: readonly Group[]): Promise<LoadedGroup[]> => {
    const nameOfDay = ({ placeId, day }: Pick<Group, 'placeId' | 'day'>) => `${placeId} ${day}`
    const known = Map.groupBy(await kept(firmId, groups), nameOfDay)
    const missing = groups.filter((group) => !known.has(nameOfDay(group)))
    const found =
      missing.length === 0
        ? known
        : new Map([
            ...known,
            ...Map.groupBy(await fresh<CellRow>(firmId, missing, sql`select ${columns} from cell`), nameOfDay),
          ])
    return groups.map((group) => ({ ...group, cells: (found.get(nameOfDay(group)) ?? []).map(cellOf) }))
  }

  const nameOf = (firmId: string, { placeId, day }: Group): string => `${firmId} ${placeId} ${day}`

  /** What is being read, by the name of each group: a page asks for several figures of the same groups at once. */
  const reads = new Map<string, { readonly version: number; readonly all: Promise<ReadonlyMap<string, LoadedGroup>> }>()

  const readOnce = async (firmId: string, groups: readonly Group[]): Promise<void> => {
    const all = read(firmId, groups).then((fresh) => new Map(fresh.map((group) => [nameOf(firmId, group), group])))
    for (const group of groups) reads.set(nameOf(firmId, group), { version: group.version, all })
    try {
      for (const [name, group] of await all) memory.keep(name, group)
    } finally {
      for (const group of groups) {
        const name = nameOf(firmId, group)
        if (reads.get(name)?.all === all) reads.delete(name)
      }
    }
  }

  const load = async (firmId: string, groups: readonly Group[]): Promise<LoadedGroup[]> => {
    const found = groups.flatMap((group) => memory.find(nameOf(firmId, group), group.version) ?? [])
    const known = new Set(found.map((group) => nameOf(firmId, group)))
    const missing = groups.filter((group) => !known.has(nameOf(firmId, group)))
    const wanted = missing.filter((group) => reads.get(nameOf(firmId, group))?.version !== group.version)
    const reading = wanted.length > 0 ? readOnce(firmId, wanted) : undefined
    const asked = missing.map((group) => ({ name: nameOf(firmId, group), all: reads.get(nameOf(firmId, group))?.all }))
    const [fresh] = await Promise.all([
      Promise.all(asked.map(async ({ name, all }) => (await all)?.get(name))),
      reading,
    ])
    return [...found, ...fresh.flatMap((group) => group ?? [])]
  }

  /** Who is in a room that runs, and since when. */
  const presentIn = async ({ firmId, live }: FigureScope): Promise<Pick<Stays, 'persons' | 'from'>> => {
    if (live === undefined || live.nowMs === null) return { persons: new Int32Array(), from: new Int32Array() }
    const { rows } = await sql<Pick<Bytes, 'persons' | 'from'>>`
      select ${packed(sql`person`)} as persons, ${packed(sql`"fromMs"::integer`)} as "from"
      from "figurePresence" where "firmId" = ${firmId} and "liveId" = ${live.id}`.execute(db.as())
    return { persons: int32s(rows[0]?.persons ?? null), from: int32s(rows[0]?.from ?? null) }
  }

  return {
    /** Whoever did anything within the scope. */
    of: async (scope: FigureScope): Promise<Population> => {
      const { firmId, live, days } = scope
      // First: whoever leaves between two reads is in both, not in none.
      const open = await presentIn(scope)
      const isAt = (ids: readonly string[]) => sql<boolean>`"placeId" = any(${[...ids]}::uuid[])`
      const within =
        live === undefined
          ? await load(firmId, await groupsOf(firmId, sql`day between ${days.from}::date and ${days.to}::date`))
          : await load(firmId, await groupsOf(firmId, isAt([live.id])))
      const forms =
        live === undefined
          ? []
          : await load(
              firmId,
              await groupsOf(
                firmId,
                sql`${isAt(live.formIds)} and day between ${live.visitedFrom === null ? '-infinity' : taipeiDay(live.visitedFrom.getTime())}::date
                  and ${taipeiDay(live.visitedUntil.getTime())}::date`,
              ),
            )
      const cells = within.flatMap((group) => group.cells)
      const rooms = new Set(cells.flatMap(({ kind, placeId }) => (kind === 'joined' && placeId ? [placeId] : [])))
      // People sign up days before they come.
      const before =
        live === undefined && rooms.size > 0
          ? await load(
              firmId,
              await groupsOf(
                firmId,
                sql`${isAt([...rooms])} and day not between ${days.from}::date and ${days.to}::date`,
              ),
            )
          : []
      const isLook = ({ kind }: Cell) => kind === 'visited'
      const looksAt = () => {
        if (live === undefined) return cells.filter(isLook)
        const [after, until] = [live.visitedFrom?.getTime() ?? -Infinity, live.visitedUntil.getTime()]
        const looks = forms.flatMap((group) => group.cells.filter(isLook))
        return looks.map((cell) => looksWithin(cell, after, until))
      }
      const isSignup = ({ kind, placeId }: Cell) => kind === 'signedUp' && placeId !== undefined && rooms.has(placeId)
      return populationOf({
        cells: cells.filter((cell) => !isLook(cell)),
        looks: looksAt(),
        signups: [...cells, ...before.flatMap((group) => group.cells)].filter(isSignup),
        present: staysUntil(
          open,
          cells.filter(({ kind }) => kind === 'stayed'),
          live?.nowMs ?? 0,
        ),
      })
    },

    /** Packs what is longest over of what changed since it was packed; false: there is nothing. */
    packOldest: async (): Promise<boolean> => {
      const due = await sql<Group & { readonly firmId: string }>`
        select "firmId", "placeId", to_char(day, 'YYYY-MM-DD') as day, version from "figureChange"
        where "packedVersion" is distinct from version and day < ${taipeiDay(clock.ms())}::date
        order by day limit 1`.execute(db.as())
      const [group] = due.rows
      if (group === undefined) return false
      await fresh(group.firmId, [group], sql`select from cell where false`)
      // What changed meanwhile is packed anew. One row at a time: nobody who changes several waits for this in a circle.
      await sql`
        update "figureChange" set "packedVersion" = ${group.version}
        where "firmId" = ${group.firmId} and "placeId" = ${group.placeId} and day = ${group.day}::date
          and version = ${group.version}`.execute(db.as())
      return true
    },
  }
}
export type PopulationStore = ReturnType<typeof createPopulationStore>
