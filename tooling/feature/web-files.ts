import type { FeatureNames } from './names.ts'

/** Path → text of the screen and its words in both languages. */
export const webFiles = (names: FeatureNames): Record<string, string> => {
  const { slug } = names
  const folder = `packages/web/src/features/${slug}`
  return {
    [`${folder}/${slug}.api.ts`]: apiText(names),
    [`${folder}/${slug}.screens.ts`]: screensText(names),
    [`${folder}/${slug}-list.page.tsx`]: pageText(names),
    [`${folder}/text/zh-TW.json`]: words({
      title: names.title,
      lead: '這裡列出您建立的項目',
      search: '搜尋名稱',
      name: '名稱',
      createdAt: '建立時間',
      empty: '還沒有任何項目',
      notFound: '沒有符合的項目',
    }),
    [`${folder}/text/en.json`]: words({
      title: names.title,
      lead: 'What you have made stands here',
      search: 'Search by name',
      name: 'Name',
      createdAt: 'Made',
      empty: 'Nothing here yet',
      notFound: 'Nothing matches',
    }),
  }
}

const words = (list: Record<string, string>): string => `${JSON.stringify({ list }, null, 2)}\n`

const apiText = ({
  slug,
  camel,
  pascal,
}: FeatureNames): string => `import type { ListQuery } from '@kaimai/contract/common/page.ts'
import { ${camel}Routes } from '@kaimai/contract/${slug}/${slug}.routes.ts'
import type { z } from 'zod'
import { call } from '../../lib/http/http.ts'

export const ${camel}Key = ['${slug}'] as const

export const load${pascal}s = (query: z.input<typeof ListQuery>, signal: AbortSignal) =>
  call(${camel}Routes.list, { query }, { signal })
`

const screensText = ({
  slug,
  camel,
  pascal,
}: FeatureNames): string => `import { defineScreens } from '../../lib/screens/screens.ts'

export const ${camel}Screens = defineScreens({
  manage${pascal}: () => import('./${slug}-list.page.tsx').then((m) => m.${pascal}ListPage),
})
`

const pageText = ({
  slug,
  camel,
  pascal,
}: FeatureNames): string => `import type { ${pascal} } from '@kaimai/contract/${slug}/${slug}.routes.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { ${camel}Key, load${pascal}s } from './${slug}.api.ts'

export const ${pascal}ListPage = () => {
  const t = useText('${slug}')
  const format = useFormat()
  const list = useList({ key: ${camel}Key, load: load${pascal}s })
  const columns: readonly Column<${pascal}>[] = [
    { key: 'name', title: t('list.name'), render: ({ name }) => name, card: 'main' },
    {
      key: 'createdAt',
      title: t('list.createdAt'),
      render: ({ createdAt }) => format.dateTime(createdAt),
      card: 'bare',
    },
  ]
  return (
    <>
      <PageHeader title={t('list.title')} lead={t('list.lead')} />
      <Toolbar>
        <SearchBox value={list.q} onChange={list.setQ} label={t('list.search')} />
      </Toolbar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        empty={
          <EmptyState art={list.narrowed ? 'search' : 'list'} title={t(list.narrowed ? 'list.notFound' : 'list.empty')} />
        }
        {...list.table}
      />
    </>
  )
}
`
