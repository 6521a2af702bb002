import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { SignupUserRow, SignupUserSeat } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { PersonLine } from '../../ui/person-line.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { PersonChips } from './person-chips.tsx'
import { answerText, seatShown, comingOf } from './person-labels.ts'
import css from './signup-user-list.module.css'

/** Whether somebody came to a session, and how long they watched. */
const ComingText = ({ seat }: { seat: SignupUserSeat | undefined }) => {
  const t = useText('signup-user')
  const f = useFormat()
  if (!seat) return <Figure value={undefined} />
  const coming = comingOf(seat)
  if (coming === 'toCome' || coming === 'cancelled')
    return (
      <TwoLines sub={coming === 'toCome' ? f.dayTime(seat.beginAt) : undefined}>
        <span className={css.quiet}>{t(`coming.${coming}`)}</span>
      </TwoLines>
    )
  if (coming === 'missed') return <span className={css.quiet}>{t('coming.missed')}</span>
  return (
    <TwoLines
      sub={seat.watchedSeconds > 0 ? t('coming.watched', { time: f.duration(seat.watchedSeconds) }) : undefined}
    >
      <span className={css.came}>{t('coming.came', { time: f.time(seat.cameAt ?? seat.beginAt) })}</span>
    </TwoLines>
  )
}

/** What the list shows of each person; `liveId`: the session it is narrowed to. */
export const useColumns = (
  liveId: string,
  narrow: boolean,
): { columns: Column<SignupUserRow>[]; usuallyHidden: readonly string[] } => {
  const t = useText('signup-user')
  const labels = useLabels()
  const f = useFormat()
  const columns: Column<SignupUserRow>[] = [
    {
      key: 'name',
      title: t('column.name'),
      card: 'main',
      sortable: true,
      render: (row) => (
        <PersonLine
          name={row.name}
          phone={formatPhone(row.phone)}
          email={row.email}
          chips={<PersonChips person={row} />}
        />
      ),
    },
    {
      key: 'seats',
      title: t('column.session'),
      card: 'bare',
      width: 168,
      render: (row) => {
        const seat = seatShown(row, liveId)
        const more = row.seats.length - 1
        return (
          <TwoLines sub={narrow ? undefined : <span className="line-clamp-1">{row.signupName}</span>}>
            {seat ? (
              <span className="line-clamp-1" title={row.seats.map(({ title }) => title).join('\n')}>
                {seat.title}
                {more > 0 && <span className={css.more}> +{f.number(more)}</span>}
              </span>
            ) : (
              <Figure value={undefined} />
            )}
          </TwoLines>
        )
      },
    },
    {
      key: 'came',
      title: t('column.came'),
      card: 'bare',
      width: 116,
      render: (row) => <ComingText seat={seatShown(row, liveId)} />,
    },
    {
      key: 'ordered',
      title: t('column.ordered'),
      card: 'none',
      width: 80,
      render: ({ orderedAt }) =>
        orderedAt === null ? <Figure value={undefined} /> : <TagChip colour="green">{t('chip.ordered')}</TagChip>,
    },
    {
      key: 'answers',
      title: t('column.answers'),
      card: 'none',
      priority: 'wide',
      width: 176,
      render: ({ answers }) =>
        answers.length === 0 ? (
          <Figure value={undefined} />
        ) : (
          <span
            className={clsx('line-clamp-1', css.two)}
            title={answers.map((one) => labels.pair(one.label, answerText(t, one))).join('\n')}
          >
            {answers.map((one) => answerText(t, one)).join('・')}
          </span>
        ),
    },
    {
      key: 'memo',
      title: t('column.memo'),
      card: 'none',
      priority: 'wide',
      width: 160,
      render: ({ memo }) =>
        memo === '' ? <Figure value={undefined} /> : <span className={clsx('line-clamp-1', css.two)}>{memo}</span>,
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      card: 'bare',
      sortable: true,
      width: 128,
      render: ({ createdAt }) => (
        <TwoLines sub={narrow ? undefined : f.relative(createdAt)}>
          <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
  ]
  return { columns, usuallyHidden: ['answers'] }
}
