import type { Sending } from '@kaimai/contract/sending/sending.routes.ts'
import type { SendingState } from '@kaimai/contract/sending/sending.rules.ts'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { LetterPages } from '../letter/letter-pages.api.tsx'
import { loadSendings, resendSending, sendingKey, stopSending } from './sending.api.ts'

/** How often the list is asked again while it is seen, in ms. */
const newEveryMs = 10_000

const colours: Readonly<Record<SendingState, ChipColour>> = {
  scheduled: 'blue',
  sending: 'blue',
  unsure: 'yellow',
  sent: 'green',
  stopped: 'grey',
}

/** What was sent to many, how far each is, and the way to its people. */
export const SendingListPage = () => {
  const t = useText('sending')
  const f = useFormat()
  const queries = useQueryClient()
  const mayWrite = useMay('form', true)
  const list = useList({ key: [...sendingKey, 'list'], load: loadSendings, everyMs: newEveryMs })
  const stop = useMutation({
    mutationFn: ({ id }: Sending) => stopSending(id),
    onSuccess: async (_, { title }) => {
      await queries.invalidateQueries({ queryKey: sendingKey })
      toast.good(t('stop.done', { title }))
    },
  })
  const askToStop = (sending: Sending) =>
    askToConfirm({
      title: t('stop.title', { title: sending.title }),
      text: t('stop.text'),
      ok: t('stop.ok'),
      danger: true,
      run: () => stop.mutateAsync(sending),
    })
  const resend = useMutation({
    mutationFn: ({ id }: Sending) => resendSending(id),
    onSuccess: async (_, { title }) => {
      await queries.invalidateQueries({ queryKey: sendingKey })
      toast.good(t('resend.done', { title }))
    },
  })
  const askToResend = (sending: Sending) =>
    askToConfirm({
      title: t('resend.title', { count: f.number(sending.counts.resendable) }),
      text: t(sending.channel === 'sms' ? 'resend.textSms' : 'resend.text'),
      ok: t('resend.ok'),
      run: () => resend.mutateAsync(sending),
    })
  const actionsOf = (sending: Sending) => [
    ...(sending.counts.resendable === 0 || sending.stoppedAt !== null
      ? []
      : [{ label: t('resend.ok'), icon: <IconRefresh {...icon16} />, run: () => void askToResend(sending) }]),
    ...(sending.counts.waiting === 0 || sending.stoppedAt !== null
      ? []
      : [
          {
            label: t('stop.ok'),
            icon: <IconPlayerStop {...icon16} />,
            danger: true,
            run: () => void askToStop(sending),
          },
        ]),
  ]
  const columns: Column<Sending>[] = [
    {
      key: 'title',
      title: t('column.title'),
      card: 'main',
      render: ({ title, channel, audience, who, minute }) => (
        <TwoLines
          sub={[
            channel === 'sms' && t('channel.sms'),
            t(`audience.${audience}`),
            who && t(`who.${who}`),
            minute && t('column.minute', { minute }),
          ]
            .filter(Boolean)
            .join('・')}
        >
          {title}
        </TwoLines>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      card: 'bare',
      width: 136,
      render: ({ state }) => <StatusChip colour={colours[state]}>{t(`state.${state}`)}</StatusChip>,
    },
    {
      key: 'people',
      title: t('column.people'),
      card: 'bare',
      width: 240,
      render: ({ people, counts }) => (
        <TwoLines
          sub={(['waiting', 'failed', 'skipped', 'unknown'] as const)
            .filter((name) => counts[name] > 0)
            .map((name) => t(`count.${name}`, { count: counts[name] }))
            .join('・')}
        >
          {t('count.sent', { sent: counts.sent, people })}
        </TwoLines>
      ),
    },
    {
      key: 'time',
      title: t('column.time'),
      card: 'bare',
      width: 152,
      render: ({ scheduledAt, createdAt }) => (
        <TimeText iso={scheduledAt ?? createdAt}>{f.near(scheduledAt ?? createdAt)}</TimeText>
      ),
    },
  ]
  return (
    <ListPage<Sending>
      texts="sending"
      list={list}
      columns={columns}
      art="letter"
      notes={<LetterPages />}
      create={mayWrite ? { label: t('action.create'), to: paths.smsEmailCreate() } : undefined}
      rowName={({ title }) => title}
      rowTo={({ id }) => paths.manageSmsEmail({ letterId: id })}
      {...(mayWrite ? { actions: actionsOf } : {})}
    />
  )
}
