import { fail } from '@kaimai/contract/common/error.ts'
import type { ErrorText } from '@kaimai/contract/common/error-text.ts'
import { offsetOf, type Page, pageAt, pageLimits } from '@kaimai/contract/common/page.ts'
import type { AnyResource, RecordOf } from '@kaimai/contract/common/resource.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '../audit/audit.ts'
import { changesOf } from '../audit/changes.ts'
import { isUniqueViolation, type Tx } from '../db/database.ts'
import { containingFolded, folded } from '../db/search.ts'
import { newestFirst, sortOf } from '../db/sort.ts'
import { changedFields, createEditLog } from '../edit-log/edit-log.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import { answered, snakeCase, stored } from './column-value.ts'
import { type BodyOf, createResourceHandlers, type Wanted } from './resource-handlers.ts'
import { createResourceStore, type ResourceRow, type ResourceTable } from './resource.store.ts'

type Values = Readonly<Record<string, unknown>>

export interface ResourceService<R extends AnyResource> extends ResourceTable {
  /** Of the audit log's actions: 'coupon' of `coupon.change`. */
  readonly name: string
  /** Columns that are not named as their fields. */
  readonly columns?: Readonly<Record<string, string>>
  /** Fields that are sorted by another column than their own: folded names. */
  readonly sortColumns?: Readonly<Record<string, string>>
  /** The column that holds the folded texts of the searched fields; 'searchText' by default. */
  readonly searchColumn?: string
  /** What the server works out for each row, in their order. */
  readonly derived?: (firmId: string, rows: readonly ResourceRow[]) => Promise<readonly Values[]> | readonly Values[]
  /** Filters that are more than `column = value`. */
  readonly filters?: Readonly<Record<string, (value: string) => Expression<SqlBool>>>
  /** What makes a row be of a tab. */
  readonly tabs?: Readonly<Record<string, (now: Date) => Expression<SqlBool>>>
  /**
   * A body as it is kept, where that takes more than its schema knows; throws `invalid` for what can't be kept. Asked of
   * what is made and changed by itself, not of the rows of a file.
   */
  readonly read?: (body: BodyOf<R>) => BodyOf<R>
  /** Checks a body before the transaction that writes it: what asks others, or keeps files, has its place here. */
  readonly prepare?: (firmId: string, body: BodyOf<R>) => Promise<void>
  /** Checks a body against what is stored, in the transaction that writes it; throws what is answered then. */
  readonly before?: (tx: Tx, firmId: string, body: BodyOf<R>, was: ResourceRow | undefined) => Promise<void>
  /** What else is written with a record that was made or changed, and by whom. */
  readonly after?: (
    tx: Tx,
    firmId: string,
    row: ResourceRow,
    was: ResourceRow | undefined,
    by: Actor | undefined,
  ) => Promise<void>
}

/**
 * The service of a resource: list, counts, show, create, change and remove as its description says, with audit, edit log,
 * search text and unique fields. A module adds its own functions beside it, on the same table.
 *
 * @example
 * const coupons = createResource(platform, coupon, { name: 'coupon', table: 'coupon', softRemove: true })
 * bind(couponRoutes, { ...coupons.handlers, check: … })
 */
export const createResource = <R extends AnyResource>(
  platform: Pick<Platform, 'db' | 'clock' | 'audit'>,
  resource: R,
  service: ResourceService<R>,
) => {
  const { db, clock, audit } = platform
  const { fields, main, sorts, versions = false } = resource
  const { name, columns = {}, sortColumns = {}, searchColumn = 'searchText', tabs = {}, filters = {} } = service
  const store = createResourceStore(db, service)
  const editLog = createEditLog({ clock })
  const hasLists = Object.values(fields).some(({ kind }) => kind === 'list')
  const searched = Object.keys(fields).filter((field) => fields[field]?.search === true)

  const columnOf = (field: string): string => columns[field] ?? field
  const fieldsOf = (row: ResourceRow): Values =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, answered(row[columnOf(field)])]))
  const nameOf = (row: ResourceRow): string => String(row[columnOf(main)])
  const columnsOf = (body: Values): Values => ({
    ...Object.fromEntries(Object.entries(fields).map(([field, each]) => [columnOf(field), stored(each, body[field])])),
    ...(searched.length === 0
      ? {}
      : { [searchColumn]: folded(searched.map((field) => String(body[field] ?? '')).join('\n')) }),
  })

  const presentAll = async (firmId: string, rows: readonly ResourceRow[]): Promise<RecordOf<R>[]> => {
    const derived = (await service.derived?.(firmId, rows)) ?? []
    return rows.map((row, at) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      ...(versions ? { version: row['version'] } : {}),
      ...fieldsOf(row),
      ...derived[at],
    })) as RecordOf<R>[]
  }
  const present = async (row: ResourceRow): Promise<RecordOf<R>> => {
    const [record] = await presentAll(row.firmId, [row])
    if (record === undefined) throw fail('noData')
    return record
  }

  const searching = (q: string | undefined): Expression<SqlBool>[] =>
    q === undefined || q === '' ? [] : [containingFolded(searchColumn, q)]
  const narrowing = (wanted: Wanted): Expression<SqlBool>[] => [
    ...searching(wanted.q),
    ...Object.keys(resource.filters).flatMap((filter) => {
      const value = wanted[filter]
      if (value === undefined) return []
      return [filters[filter]?.(String(value)) ?? sql<SqlBool>`${sql.ref(columnOf(filter))} = ${value}`]
    }),
    ...(wanted.state === undefined ? [] : [tabs[wanted.state]?.(clock.now()) ?? sql<SqlBool>`false`]),
  ]

  /** How a list stands, the newest first unless it was asked otherwise. */
  const order = (asked: string | undefined) => {
    const { sort, descending } = sortOf(asked, sorts) ?? newestFirst
    return { sort: sortColumns[sort] ?? columnOf(sort), descending }
  }

  /** A second record with a field that only one may have is refused at that field. */
  const refusingTwins = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      for (const [field, { unique }] of Object.entries(fields))
        if (unique !== undefined && isUniqueViolation(error, snakeCase(`${service.table}_${columnOf(field)}`)))
          throw fail('invalid', { fields: { [field]: unique } satisfies Record<string, ErrorText> })
      throw error
    }
  }

  const insert = async (tx: Tx, firmId: string, body: BodyOf<R>, by: Actor | undefined): Promise<ResourceRow> => {
    await service.before?.(tx, firmId, body, undefined)
    const written: ResourceRow = {
      ...columnsOf(body as Values),
      id: newId(),
      firmId,
      createdAt: clock.now(),
      ...(versions ? { version: 1 } : {}),
    }
    await store.insert([written], tx)
    // Lists are written as SQL: as records they come back from the table.
    const row = (hasLists ? await store.find(firmId, written.id, tx) : undefined) ?? written
    await service.after?.(tx, firmId, row, undefined, by)
    if (by) await audit.record(tx, by, `${name}.create`, { id: row.id, name: nameOf(row) })
    return row
  }

  const update = async (
    tx: Tx,
    was: ResourceRow,
    body: BodyOf<R>,
    by: Actor | undefined,
    isAudited = true,
  ): Promise<ResourceRow> => {
    const { id, firmId } = was
    await service.before?.(tx, firmId, body, was)
    const version = Number(was['version']) + 1
    const row = await store.update(firmId, id, { ...columnsOf(body as Values), ...(versions ? { version } : {}) }, tx)
    await service.after?.(tx, firmId, row, was, by)
    const [before, now] = [fieldsOf(was), fieldsOf(row)]
    if (versions) await editLog.add(tx, firmId, by, [{ targetId: id, version, fields: changedFields(before, now) }])
    const changes = changesOf(before, now)
    if (by && isAudited && Object.keys(changes).length > 0)
      await audit.record(tx, by, `${name}.change`, { id, name: nameOf(row) }, changes)
    return row
  }

  const held = async (tx: Tx, firmId: string, id: string): Promise<ResourceRow> => {
    const row = await store.lock(firmId, id, tx)
    if (row === undefined) throw fail('noData')
    return row
  }

  const served = {
    list: async (firmId: string, wanted: Wanted): Promise<Page<RecordOf<R>>> => {
      const offset = offsetOf(wanted.cursor)
      const { rows, total } = await store.list(firmId, {
        ...order(wanted.sort),
        where: narrowing(wanted),
        limit: wanted.limit ?? pageLimits.default,
        offset,
      })
      return pageAt(await presentAll(firmId, rows), total, offset)
    },
    counts: (firmId: string, { q }: { readonly q?: string | undefined }) =>
      store.counts(
        firmId,
        searching(q),
        Object.fromEntries(Object.entries(tabs).map(([tab, is]) => [tab, is(clock.now())])),
      ),
    find: async (firmId: string, id: string): Promise<RecordOf<R> | undefined> => {
      const row = await store.find(firmId, id)
      return row && present(row)
    },
    create: async (firmId: string, sent: BodyOf<R>, by?: Actor): Promise<RecordOf<R>> => {
      const body = service.read?.(sent) ?? sent
      await service.prepare?.(firmId, body)
      return present(await refusingTwins(() => db.transaction((tx) => insert(tx, firmId, body, by))))
    },
    /** `version`: what the body was made from; without it the last save wins. */
    change: async (
      firmId: string,
      id: string,
      { version: from, ...sent }: BodyOf<R> & { readonly version?: number | undefined },
      by?: Actor,
    ): Promise<RecordOf<R>> => {
      const body = service.read?.(sent as BodyOf<R>) ?? (sent as BodyOf<R>)
      await service.prepare?.(firmId, body)
      const change = () =>
        db.transaction(async (tx) => {
          const was = await held(tx, firmId, id)
          const now = { ...fieldsOf(was), version: Number(was['version']) }
          if (versions) await editLog.checkSave(tx, { firmId, targetId: id, from, now, sent: body as Values })
          return update(tx, was, body, by)
        })
      return present(await refusingTwins(change))
    },
    /** Those that are gone already are fine; the names of those that were there. */
    removeMany: (firmId: string, ids: readonly string[], by?: Actor): Promise<string[]> =>
      db.transaction(async (tx) => {
        const names = (await store.remove(firmId, ids, clock.now(), tx)).map(nameOf)
        if (by && names.length > 0) await audit.record(tx, by, `${name}.removeMany`, '', { names })
        return names
      }),
    remove: (firmId: string, id: string, by?: Actor): Promise<void> =>
      db.transaction(async (tx) => {
        const [gone] = await store.remove(firmId, [id], clock.now(), tx)
        if (gone === undefined) throw fail('noData')
        if (by) await audit.record(tx, by, `${name}.remove`, { id, name: nameOf(gone) })
      }),
  }

  return {
    ...served,
    handlers: createResourceHandlers<R>(served),
    store,
    presentAll,
    insert,
    update,
    narrowing,
    order,
    fieldsOf,
    columnOf,
    columnsOf,
  }
}
