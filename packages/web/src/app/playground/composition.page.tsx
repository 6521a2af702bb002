import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { Line } from '@kaimai/contract/common/fields.ts'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LabelledInput, LabelledSwitch, LabelledTextarea } from '../../ui/field.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { GalleryTabs, useDocumentTitle } from './gallery.tsx'
import css from './gallery.module.css'

interface Guest {
  readonly id: string
  readonly name: string
  readonly came: boolean
  readonly orders: number
  readonly at: string
}

const names = ['林佳穎', '陳柏宇', '許雅婷', '王小明', '張惠雯', '黃冠廷', '李思妤', '吳宗翰']
const pageSize = 5
const guests: readonly Guest[] = names.map((name, at) => ({
  id: `guest-${at}`,
  name,
  came: at % 3 !== 2,
  orders: (at * 7) % 4,
  at: `2026-11-${String(20 - at).padStart(2, '0')}T${10 + at}:30:00+08:00`,
}))

const Fields = z.object({ title: Line(60), host: Line(20), note: z.string().max(200), open: z.boolean() })

/** /playground2: a form, a list and a drawer on one screen, as dense as a real one. */
export const CompositionPage = () => {
  const t = useText('playground')
  const f = useFormat()
  useDocumentTitle(t('composition.title'))
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [tab, setTab] = useState('all')
  const [sort, setSort] = useState('-at')
  const [selected, setSelected] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<Guest>()
  const form = useSchemaForm({
    schema: Fields,
    initial: { title: t('sample.liveName'), host: '小安', note: '', open: true },
    draft: 'playground.composition',
    save: () => new Promise((resolve) => setTimeout(resolve, 300)),
    onSaved: () => toast.good(t('toast.good')),
  })
  const found = guests
    .filter(({ name, came }) => name.includes(q) && (tab === 'all' || came === (tab === 'came')))
    .toSorted((a, b) => {
      const field = sort.replace('-', '') === 'name' ? 'name' : 'at'
      return (a[field] < b[field] ? -1 : 1) * (sort.startsWith('-') ? -1 : 1)
    })
  const columns: readonly Column<Guest>[] = [
    {
      key: 'name',
      title: t('sample.guest'),
      sortable: true,
      card: 'main',
      render: ({ name }) => (
        <span className={css.swatch}>
          <Avatar name={name} size={32} />
          <b style={{ font: '500 14px / 20px var(--font)' }}>{name}</b>
        </span>
      ),
    },
    {
      key: 'came',
      title: t('sample.state'),
      card: 'bare',
      width: 120,
      render: ({ came }) => (
        <StatusChip colour={came ? 'green' : 'grey'}>{t(came ? 'sample.came' : 'sample.away')}</StatusChip>
      ),
    },
    {
      key: 'at',
      title: t('sample.signedUp'),
      sortable: true,
      priority: 'wide',
      card: 'bare',
      width: 160,
      render: ({ at }) => (
        <TwoLines sub={f.relative(at)}>
          <TimeText iso={at}>{f.near(at)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'orders',
      title: t('sample.orders'),
      align: 'right',
      card: 'fact',
      width: 96,
      render: ({ orders }) => <Figure value={orders === 0 ? undefined : f.number(orders)} />,
    },
  ]
  return (
    <div className={css.page}>
      <PageHeader
        title={t('composition.title')}
        lead={t('composition.lead')}
        actions={
          <Button kind="primary" icon={<IconPlus {...icon16} />}>
            {t('sample.add')}
          </Button>
        }
      />
      <GalleryTabs current="composition" />
      <form id="composition" onSubmit={(event) => void form.submit(event)} noValidate>
        <FormSection title={t('sample.section')} why={t('sample.why')}>
          <TwoColumns>
            <LabelledInput {...form.field('title')} label={t('sample.nameField')} required max={60} />
            <LabelledInput {...form.field('host')} label={t('sample.host')} required max={20} />
          </TwoColumns>
          <LabelledTextarea {...form.field('note')} label={t('sample.noteField')} max={200} rows={2} optional />
          <LabelledSwitch
            value={form.values.open}
            onChange={(open) => form.set({ open })}
            label={t('sample.openToAll')}
            description={t('sample.help')}
          />
        </FormSection>
      </form>
      <LinkTabs
        label={t('sample.states')}
        tabs={(['all', 'came', 'away'] as const).map((name) => ({
          label: t(`sample.${name}`),
          to: `#${name}`,
          current: tab === name,
          count: guests.filter(({ came }) => name === 'all' || came === (name === 'came')).length,
        }))}
      />
      <Toolbar
        end={
          <Button size="s" onClick={() => setTab(tab === 'all' ? 'came' : 'all')}>
            {t(tab === 'all' ? 'sample.onlyCame' : 'sample.all')}
          </Button>
        }
      >
        <SearchBox label={t('sample.search')} value={q} onChange={setQ} />
      </Toolbar>
      <DataTable
        label={t('sample.guest')}
        columns={columns}
        rows={found.slice((page - 1) * pageSize, page * pageSize)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onRow={setOpened}
        actions={() => [
          { label: t('sample.copy'), icon: <IconCopy {...icon16} /> },
          'line',
          { label: t('sample.remove'), danger: true, icon: <IconTrash {...icon16} /> },
        ]}
        state="ready"
        empty={<EmptyState art="search" title={t('sample.nothing')} text={t('sample.teaches')} />}
        total={found.length}
        page={page}
        pageSize={pageSize}
        onPage={setPage}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
      />
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.name ?? ''}>
        <p>{t('sample.long')}</p>
      </Drawer>
      <SaveBar open={form.dirty || form.saving} state={form.failure ?? t('sample.changed')}>
        <Button kind="plain" onClick={() => form.reset()}>
          {t('sample.cancel')}
        </Button>
        <Button kind="primary" type="submit" form="composition" busy={form.saving}>
          {t('sample.save')}
        </Button>
      </SaveBar>
    </div>
  )
}
