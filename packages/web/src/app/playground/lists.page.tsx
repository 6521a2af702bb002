import { useState } from 'react'
import { moveItem } from '../../lib/list/move-item.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { DayFilter } from '../../ui/day-filter.tsx'
import { DetailColumns, DetailSection, DetailSections, Fact, Facts } from '../../ui/details.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ReorderGrip } from '../../ui/reorder-grip.tsx'
import { SkeletonForm, SkeletonList } from '../../ui/skeleton.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useReorder } from '../../ui/use-reorder.ts'
import { Gallery, Grid } from './gallery.tsx'
import { ListExamples } from './list-examples.tsx'

/** /playground/3: lists and what stands around them. */
export const ListsPage = () => {
  const t = useText('playground')
  const [page, setPage] = useState(7)
  const [day, setDay] = useState('')
  const [names, setNames] = useState(['A', 'B', 'C'])
  const { list, handle } = useReorder({
    count: names.length,
    onMove: (from, to) => setNames(moveItem(names, from, to)),
  })
  return (
    <Gallery
      page="lists"
      specimens={[
        {
          id: 'header',
          names: ['PageHeader'],
          content: (
            <PageHeader
              title={t('sample.title')}
              lead={t('sample.sentence')}
              crumbs={[{ label: t('sample.parent'), to: '#header' }]}
              actions={<Button kind="primary">{t('sample.add')}</Button>}
            />
          ),
        },
        {
          id: 'tabs',
          names: ['LinkTabs'],
          content: (
            <LinkTabs
              label={t('sample.states')}
              tabs={[
                { label: t('sample.all'), to: '?', current: true, count: 32 },
                { label: t('sample.live'), to: '?tab=live', current: false, count: 1, live: true },
                { label: t('sample.ended'), to: '?tab=ended', current: false, count: 0 },
              ]}
            />
          ),
        },
        {
          id: 'steps',
          bare: true,
          names: ['Steps'],
          content: (
            <Steps
              label={t('sample.section')}
              current="two"
              onStep={() => undefined}
              steps={[
                { id: 'one', label: t('state.done'), state: 'done' },
                { id: 'two', label: t('state.open'), state: 'open' },
                { id: 'three', label: t('state.faulty'), state: 'faulty' },
              ]}
            />
          ),
        },
        {
          id: 'table',
          names: ['DataTable', 'Toolbar', 'SearchBox', 'FilterSelect', 'ColumnChoice', 'BulkBar'],
          bare: true,
          content: <ListExamples />,
        },
        {
          id: 'reorder',
          names: ['ReorderGrip'],
          content: (
            <ul ref={list}>
              {names.map((name, index) => (
                <li key={name} data-place={index} className="row-s">
                  <ReorderGrip label={name} hint={t('sample.edit')} handle={handle(index)} />
                  {name}
                </li>
              ))}
            </ul>
          ),
        },
        {
          id: 'day',
          names: ['DayFilter'],
          content: (
            <DayFilter
              label={t('sample.day')}
              value={day}
              shown={day}
              onChange={setDay}
              quick={[{ label: t('sample.today'), day: '2026-11-20' }]}
            />
          ),
        },
        {
          id: 'pager',
          names: ['Pager'],
          content: <Pager page={page} pageSize={20} total={2412} onPage={setPage} />,
        },
        {
          id: 'details',
          names: ['DetailColumns', 'DetailSections', 'DetailSection', 'Facts', 'Fact', 'Timeline'],
          bare: true,
          content: (
            <DetailColumns>
              <DetailSections>
                <DetailSection title={t('sample.states')}>
                  <Timeline
                    steps={[
                      { at: '2026-11-20T12:00', time: '20:00', title: t('sample.signedUp'), by: t('sample.person') },
                      { at: '2026-11-20T12:30', time: '20:30', title: t('sample.came'), by: '', tone: 'good' },
                      {
                        at: '2026-11-20T13:00',
                        time: '21:00',
                        title: t('sample.failed'),
                        by: t('sample.shop'),
                        detail: t('sample.failedText'),
                        tone: 'warn',
                      },
                      { at: '2026-11-20T14:00', time: '22:00', title: t('sample.ended'), by: '' },
                    ]}
                  />
                </DetailSection>
              </DetailSections>
              <DetailSections>
                <DetailSection
                  title={t('sample.section')}
                  action={
                    <Button kind="plain" size="s">
                      {t('sample.edit')}
                    </Button>
                  }
                >
                  <Facts>
                    <Fact label={t('sample.field')}>{t('sample.long')}</Fact>
                    <Fact label={t('sample.range')}>{''}</Fact>
                  </Facts>
                </DetailSection>
              </DetailSections>
            </DetailColumns>
          ),
        },
        {
          id: 'skeletons',
          names: ['SkeletonList', 'SkeletonForm'],
          content: (
            <Grid>
              <SkeletonList rows={3} />
              <SkeletonForm fields={3} />
            </Grid>
          ),
        },
      ]}
    />
  )
}
