import { type Fields, instant } from '@kaimai/contract/common/field.ts'
import type { AnyResource, RecordOf } from '@kaimai/contract/common/resource.ts'
import type { PermissionType } from '@kaimai/contract/common/access.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useText } from '../lib/i18n/use-text.tsx'
import { type PageRoutes, resourceCalls } from '../lib/list/resource-calls.ts'
import { useList } from '../lib/list/use-list.ts'
import { useOpened } from '../lib/list/use-opened.ts'
import { useMay } from '../lib/session/use-session.tsx'
import { askToConfirm } from '../ui/confirm.tsx'
import type { Column } from '../ui/data-table.tsx'
import type { MenuItem } from '../ui/dropdown-menu.tsx'
import type { Art } from '../ui/empty-state.tsx'
import { icon16 } from '../ui/icon-props.ts'
import { ImportNote } from '../ui/import-note.tsx'
import { LoadedDrawer } from '../ui/loaded-drawer.tsx'
import { toast } from '../ui/toast.tsx'
import { fieldCell } from './field-input.tsx'
import { ListPage } from './list-page.tsx'
import { RecordForm, type RecordFormOptions } from './record-form.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { useFields } from './use-fields.ts'
import { type SheetRoutes, useResourceFiles } from './use-resource-files.ts'

/** What a page has beside its kit. */
export interface PageExtras<T> {
  /** Said above the list. */
  readonly notes?: ReactNode
  /** Further buttons of the head. */
  readonly buttons?: ReactNode
  /** Of a row's menu, between changing and deleting it. */
  readonly actions?: (record: T) => readonly MenuItem[]
  /** What deleting this one does, instead of the text `remove`. */
  readonly removal?: (record: T) => string
  /** Asks before a record is deleted in a way of its own, and deletes it; instead of the question of all pages. */
  readonly askToRemove?: (record: T) => void
  /** What is said once it is deleted, by what the server answered; undefined: what all pages say. */
  readonly removed?: (record: T, answer: unknown) => string | undefined
  /** Drawers and dialogs. */
  readonly dialogs?: ReactNode
}

export interface ResourcePageOptions<R extends AnyResource> extends RecordFormOptions<R> {
  /** Slug of the feature: its texts, its place in the query cache, its remembered columns. */
  readonly name: string
  readonly routes: PageRoutes<R>
  readonly sheet?: SheetRoutes
  readonly permission: PermissionType
  readonly art: Art
  /** Fields and derived values in the order of the columns; the first names the row. */
  readonly columns: readonly ((keyof R['fields'] | keyof R['derived'] | 'createdAt') & string)[]
  /** Cells of a page's own, by column. */
  readonly cells?: Readonly<Record<string, (record: RecordOf<R>) => ReactNode>>
  /** Of columns: fixed in px; undefined takes what is left. */
  readonly widths?: Readonly<Record<string, number>>
  /** Controls that narrow the list by the resource's own filters, which stand in the address. */
  readonly filters?: (
    values: Readonly<Record<string, string>>,
    choose: (filter: string, value: string) => void,
  ) => ReactNode
  /** A hook; called at every drawing of the page. */
  readonly useExtras?: () => PageExtras<RecordOf<R>>
}

const useNoExtras = (): PageExtras<unknown> => ({})

const rightKinds: ReadonlySet<string> = new Set(['count', 'money', 'percent'])
/** What says nothing on a phone's card without its title. */
const titledKinds: ReadonlySet<string> = new Set([...rightKinds, 'instant', 'flag', 'list'])

/**
 * The page of a resource: a list with search, tabs with counts, sorts, columns and files, and a drawer in which a record is
 * made, changed and read. `defineScreens({ coupons: () => Promise.resolve(resourcePage(coupon, { … })) })`.
 */
export const resourcePage = <R extends AnyResource>(resource: R, options: ResourcePageOptions<R>): ComponentType => {
  type Item = RecordOf<R> & Record<string, unknown> & { readonly id: string }
  const { name, routes, sheet } = options
  const { tabs } = resource
  const useExtras: () => PageExtras<RecordOf<R>> = options.useExtras ?? useNoExtras
  const calls = resourceCalls<R>(routes, [name])
  const ownFilters = Object.fromEntries(Object.keys(resource.filters).map((filter) => [filter, 'text' as const]))
  const shown: Fields = { ...resource.fields, ...resource.derived, createdAt: instant() }

  const Page = () => {
    const t = useText(name)
    const all = useText('app')
    const queries = useQueryClient()
    const mayWrite = useMay(options.permission, true)
    const { context, titleOf } = useFields(resource)
    const extras = useExtras()
    const { opened, to, open, close } = useOpened(name)
    const list = useList<Item, { readonly state: readonly string[] }>({
      key: [name, 'list'],
      load: calls.list as never,
      filters: { ...ownFilters, state: tabs },
      sort: '-createdAt',
    })
    const counts = useQuery(calls.counts(list.q))
    const record = useQuery({ ...calls.one(opened ?? ''), enabled: opened !== undefined && opened !== 'new' })
    const nameOf = (row: object) => String((row as Item)[resource.main] ?? '')
    const refresh = () => queries.invalidateQueries({ queryKey: calls.key })
    const remove = useMutation({ mutationFn: (id: string) => calls.remove(id), onSuccess: refresh })
    const files = useResourceFiles(sheet, name, mayWrite, () => void refresh())

    const columns = options.columns.map((key, at): Column<Item> => {
      const field = shown[key]
      const width = options.widths?.[key]
      return {
        key,
        title: titleOf(key),
        card: at === 0 ? 'main' : field && titledKinds.has(field.kind) ? 'fact' : 'bare',
        sortable: resource.sorts.some((sort) => sort === key),
        ...(field && rightKinds.has(field.kind) ? { align: 'right' } : {}),
        ...(width === undefined ? {} : { width }),
        render: (row) => options.cells?.[key]?.(row) ?? (field && fieldCell(field, row[key], context)),
      }
    })
    const askToRemove = (row: Item) =>
      askToConfirm({
        title: all('record.remove', { name: nameOf(row) }),
        text: extras.removal?.(row) ?? t('remove'),
        ok: all('record.delete'),
        danger: true,
        run: async () => {
          const answer = await remove.mutateAsync(row.id)
          toast.good(extras.removed?.(row, answer) ?? all('record.removed', { name: nameOf(row) }))
        },
      })
    const total = counts.data?.['all']
    const isEmpty = total === undefined ? undefined : total === 0 && !list.narrowed
    const form = { ...options, resource, calls, texts: name, readOnly: !mayWrite, chosen: list.filters, onClose: close }
    return (
      <ListPage<Item>
        texts={name}
        list={list as never}
        columns={columns}
        hidden={[]}
        art={options.art}
        {...(isEmpty === undefined ? {} : { isEmpty })}
        create={mayWrite ? { label: t('action.create'), run: () => open('new') } : undefined}
        buttons={
          files ? (
            <>
              {extras.buttons}
              <SheetMenu
                importer={mayWrite ? files.importer : undefined}
                isEmpty={isEmpty === true}
                lead={t('import')}
                onExport={(format) => files.download(format, { ...list.narrowing, sort: list.table.sort })}
                onTemplate={(format) => files.template(format)}
              />
            </>
          ) : (
            extras.buttons
          )
        }
        notes={
          <>
            {extras.notes}
            {files && <ImportNote {...files.importer.note} />}
          </>
        }
        filters={options.filters?.(list.filters, (filter, value) => list.setFilter(filter as 'state', value))}
        tabs={
          tabs.length === 0
            ? undefined
            : {
                label: all('list.states'),
                tabs: list.tabsBy('state', tabs, (state) => t(`tab.${state}`), counts.data),
              }
        }
        rowName={nameOf}
        rowTo={({ id }) => to(id)}
        {...(mayWrite
          ? {
              actions: (row) => [
                { label: all('record.edit'), icon: <IconPencil {...icon16} />, to: to(row.id) },
                ...(extras.actions?.(row) ?? []),
                'line',
                {
                  label: all('record.delete'),
                  icon: <IconTrash {...icon16} />,
                  danger: true,
                  run: () => (extras.askToRemove ? extras.askToRemove(row) : void askToRemove(row)),
                },
              ],
            }
          : {})}
      >
        {opened === 'new' && mayWrite && <RecordForm<R> {...form} record={undefined} />}
        {opened !== undefined && opened !== 'new' && record.data !== undefined && (
          <RecordForm<R> key={opened} {...form} record={record.data} />
        )}
        {opened !== undefined && opened !== 'new' && record.data === undefined && (
          <LoadedDrawer
            query={record}
            title={nameOf}
            loading={t('title')}
            width={520}
            fields={options.form.length}
            onClose={close}
          >
            {() => null}
          </LoadedDrawer>
        )}
        {extras.dialogs}
      </ListPage>
    )
  }
  return Page
}
