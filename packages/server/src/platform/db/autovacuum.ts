/** Rows written since the last look after which the next is due at once: a bulk write. */
const bulkRows = 500
const firstLookMs = 5_000
const lookEveryMs = 60_000
/** Between two looks, however much is written. */
const restMs = 2_000
/** PostgreSQL counts what a transaction wrote at its commit, and of a connection that rests up to ten seconds later. */
const countedAfterMs = 12_000
/** As often as PostgreSQL's autovacuum looks (autovacuum_naptime). */
const tableRestMs = 60_000
/** After a table has held the database for so long, all others have it for that many times as long. */
const restFactor = 3

/**
 * PostgreSQL's own measures (autovacuum.c). What it counts since the last analyze is lost with a kill: a table that has
 * doubled since, or was never looked at, is due by its size.
 */
const dueTables = `
  select * from (
    select c.oid::regclass::text as "table",
      coalesce(s.n_mod_since_analyze, 0) > 50 + 0.1 * greatest(c.reltuples, 0)
        or pg_relation_size(c.oid) / 8192 > 2 * c.relpages + 8 as "wantsAnalyze",
      coalesce(s.n_dead_tup, 0) > 50 + 0.2 * greatest(c.reltuples, 0)
        or coalesce(s.n_ins_since_vacuum, 0) > 1000 + 0.2 * greatest(c.reltuples, 0) as "wantsVacuum",
      coalesce(s.n_mod_since_analyze, 0) as changed,
      greatest(s.n_mod_since_analyze, s.n_dead_tup, s.n_ins_since_vacuum) > greatest(c.reltuples, 50) as "isAnother"
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relpersistence = 'p' and pg_has_role(c.relowner, 'usage')
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  ) due where "wantsAnalyze" or "wantsVacuum" order by changed desc`

/**
 * Nobody else makes checkpoints either: without them the log would grow for as long as the process lives, and all of it
 * would be read again after a kill. Due once so much was written since the last.
 */
const logBytes = 48 * 1024 * 1024
const dueCheckpoint = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${logBytes} as due from pg_control_checkpoint()`

export interface AutovacuumDeps {
  /** Statistics after bulk writes alone: PostgreSQL does the rest by itself, and looks once a minute. */
  readonly isHelp?: boolean
  /** One statement while nobody else has the connection; answers its rows and the milliseconds that it took. */
  readonly run: (sql: string) => Promise<{ rows: Record<string, unknown>[]; ms: number }>
  readonly onError: (error: unknown) => void
}

export interface Autovacuum {
  /** So many rows have been written, in a transaction or not. */
  written(rows: number): void
  /** No statement is begun after it. */
  stop(): void
}

type Due = Record<string, unknown> & { readonly table: string }
const isNamed = (row: Record<string, unknown>): row is Due => typeof row['table'] === 'string'

/**
 * PGlite has no background processes, so nobody would keep its statistics, and every plan would be a guess. This looks
 * after bulk writes and once a minute which tables have changed much, and analyzes and vacuums them one at a time. On
 * PostgreSQL a bulk write is over within the minute until somebody looks: plans that were kept while its tables were
 * empty go through them row by row until `analyze` has them made anew.
 */
export const startAutovacuum = ({ run, onError, isHelp = false }: AutovacuumDeps): Autovacuum => {
  let stopped = false
  let looking = false
  let unseen = 0
  let lastLookAt = -restMs
  let nextLookAt = isHelp ? Number.POSITIVE_INFINITY : performance.now() + firstLookMs
  let timer: NodeJS.Timeout | undefined
  const doneAt = new Map<string, number>()

  /**
   * A table that is written all the time is due again within seconds. It waits its minute, unless it has become another one:
   * twice as long, say.
   */
  const isTimely = (statement: string, { isAnother }: Due): boolean =>
    isHelp || isAnother === true || performance.now() - (doneAt.get(statement) ?? -tableRestMs) >= tableRestMs

  const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

  const look = async (): Promise<void> => {
    if (!isHelp) {
      if ((await run(dueCheckpoint)).rows[0]?.['due'] === true) await run('checkpoint')
      // Counts are handed in at the end of a statement at the earliest.
      await run('select pg_stat_force_next_flush()')
    }
    const due = (await run(dueTables)).rows.filter(isNamed)
    // A table that PostgreSQL or another node is analyzing is done by them.
    const analyze = isHelp ? 'analyze (skip_locked)' : 'analyze'
    // Plans first: a wrong one holds everybody, a dead row only takes room.
    const work = [
      ...due
        .filter(({ wantsAnalyze }) => wantsAnalyze === true)
        .map((each) => [`${analyze} ${each.table}`, each] as const),
      ...due
        .filter(({ wantsVacuum }) => !isHelp && wantsVacuum === true)
        .map((each) => [`vacuum ${each.table}`, each] as const),
    ]
    for (const [statement, each] of work) {
      if (stopped) return
      if (!isTimely(statement, each)) continue
      const { ms } = await run(statement)
      doneAt.set(statement, performance.now())
      await rest(ms * restFactor)
    }
  }

  const schedule = () => {
    clearTimeout(timer)
    if (stopped || looking || nextLookAt === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => begin().catch(onError), Math.max(0, nextLookAt - performance.now()))
    timer.unref()
  }

  /** Until the next look after one for which so many rows were written. */
  const pauseAfter = (seen: number): number => {
    if (unseen >= bulkRows) return restMs
    if (!isHelp) return lookEveryMs
    return seen >= bulkRows ? countedAfterMs : Number.POSITIVE_INFINITY
  }

  const begin = async (): Promise<void> => {
    looking = true
    const seen = unseen
    unseen = 0
    try {
      await look()
    } catch (error) {
      if (!stopped) onError(error)
    } finally {
      looking = false
      lastLookAt = performance.now()
      nextLookAt = lastLookAt + pauseAfter(seen)
      schedule()
    }
  }
  schedule()

  return {
    written: (rows) => {
      unseen += rows
      if (unseen < bulkRows || looking) return
      nextLookAt = Math.min(nextLookAt, lastLookAt + restMs)
      schedule()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
