import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'

const colours: Readonly<Record<LiveStatus, ChipColour>> = {
  draft: 'grey',
  scheduled: 'blue',
  open: 'yellow',
  live: 'red',
  ended: 'green',
  cancelled: 'grey',
}

/** Where a live stands; red only while it runs. */
export const LiveStatusChip = ({ status }: { status: LiveStatus }) => {
  const t = useText('live')
  return (
    <StatusChip colour={colours[status]} live={status === 'live'}>
      {t(`status.${status}`)}
    </StatusChip>
  )
}

/** What matters about a live's time, beside its begin: 剩 17 分鐘, 8 天後. */
export const useTimeContext = () => {
  const t = useText('live')
  const f = useFormat()
  return ({ status, beginAt, endAt }: Pick<LiveRow, 'status' | 'beginAt' | 'endAt'>): string | undefined => {
    switch (status) {
      case 'live':
        return t('time.left', { count: Math.max(1, Math.ceil((Date.parse(endAt) - Date.now()) / 60_000)) })
      case 'open':
      case 'scheduled':
        return f.distance(beginAt)
      case 'ended':
        return t('time.ended', { when: f.distance(endAt) })
      case 'draft':
        return t('time.draft')
      case 'cancelled':
        return undefined
    }
  }
}
