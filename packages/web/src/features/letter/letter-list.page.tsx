import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { LetterRow } from '@kaimai/contract/letter/letter.routes.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconClockPause, IconInbox, IconMail, IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { LetterDrawer } from './letter-drawer.tsx'
import { LetterPages } from './letter-pages.api.tsx'
import css from './letter-list.module.css'
import { LetterStateChip } from './letter-state.tsx'
import { letterTypeText, transportText, typesInUrl } from './letter-labels.ts'
import { heldLetters, letterKey, loadLetters } from './letter.api.ts'

/** How often the log is asked again while it is seen, in ms. */
const newEveryMs = 20_000

export const LetterListPage = () => {
  const t = useText('letter')
  const f = useFormat()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const list = useList({
    key: [...letterKey, 'list'],
    load: loadLetters,
    filters: { letterTemplateType: typesInUrl, letterId: 'text' },
    everyMs: newEveryMs,
  })
  const { opened, to, close } = useOpened('letter')
  const { data: held } = useQuery(heldLetters)
  const columns: Column<LetterRow>[] = [
    {
      key: 'subject',
      title: t('column.letter'),
      card: 'main',
      render: (row) => <LetterLine row={row} narrow={narrow} />,
    },
    {
      key: 'to',
      title: t('column.to'),
      card: 'none',
      width: 240,
      render: ({ toName, to }) => (
        <TwoLines sub={toName === '' || to === '' ? undefined : <span className="line-clamp-1">{to}</span>}>
          <span className="line-clamp-1">{toName || to || <Figure value={undefined} />}</span>
        </TwoLines>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      card: 'bare',
      width: 136,
      render: ({ state, transport }) => <LetterStateChip state={state} transport={transport} />,
    },
    {
      key: 'transport',
      title: t('column.transport'),
      priority: 'wide',
      card: 'none',
      width: 160,
      render: ({ transport }) => <Figure value={transport === '' ? undefined : transportText(t, transport)} />,
    },
    {
      key: 'createdAt',
      title: t('column.time'),
      card: 'bare',
      width: 152,
      render: ({ createdAt, sentAt }) => {
        const at = sentAt ?? createdAt
        return (
          <TwoLines sub={narrow ? undefined : f.relative(at)}>
            <TimeText iso={at}>{f.near(at)}</TimeText>
          </TwoLines>
        )
      },
    },
  ]
  return (
    <ListPage<LetterRow>
      texts="letter"
      list={list}
      columns={columns}
      art="letter"
      rowName={({ subject }) => subject}
      rowTo={({ id }) => to(id)}
      searchHint={t('list.searchHint')}
      noneHere={t('empty.noneHere')}
      notes={
        <>
          <LetterPages />
          {held !== undefined && held.count > 0 && held.since !== null && (
            <p className={clsx('soft-yellow', css.notice)} role="status">
              <IconClockPause className="icon-down-2" {...icon16} />
              <span>
                <strong>{t('held.title', { count: held.count })}</strong>{' '}
                {t('held.text', { since: f.near(held.since), anHour: held.anHour })}
              </span>
            </p>
          )}
          {list.rows.some(({ transport }) => transport === 'outbox') && (
            <p className={clsx('soft-blue', css.notice)}>
              <IconInbox className="icon-down-2" {...icon16} />
              <span>{t('list.outbox')}</span>
            </p>
          )}
        </>
      }
      filters={
        <FilterSelect
          label={t('column.type')}
          value={list.filters.letterTemplateType}
          onChange={(type) => list.setFilter('letterTemplateType', type)}
          choices={Object.values(letterTypes).map((type) => ({ value: String(type), label: letterTypeText(t, type) }))}
        />
      }
    >
      {opened !== undefined && <LetterDrawer id={opened} onClose={close} />}
    </ListPage>
  )
}

/** Subject and kind of a letter; on phones to whom it went. */
const LetterLine = ({ row, narrow }: { row: LetterRow; narrow: boolean | undefined }) => {
  const t = useText('letter')
  const { channel, subject, letterTemplateType, toName, to } = row
  const type = letterTypeText(t, letterTemplateType)
  const Icon = channel === 'sms' ? IconMessage : IconMail
  return (
    <span className="row">
      <span className={css.channel}>
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className="sr-only">{t(`channel.${channel}`)}</span>
      </span>
      <span className={css.words}>
        <b className={clsx('line-clamp-1', css.subject)}>{subject || type}</b>
        <span className={clsx('caption-line', css.note)}>
          {narrow ? [type, toName || to].filter(Boolean).join('・') : type}
        </span>
      </span>
    </span>
  )
}
