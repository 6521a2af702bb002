import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { sessionsToOffer } from './signup.api.ts'

interface SessionPickerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Ids of the lives that are sessions already. */
  readonly chosen: readonly string[]
  readonly onChoose: (liveIds: readonly string[]) => void
}

/** Which of the lives still open for sign-up the form offers. */
export const SessionPicker = ({ open, onClose, chosen, onChoose }: SessionPickerProps) => {
  const t = useText('signup')
  const f = useFormat()
  const [q, setQ] = useState('')
  const query = useQuery({ ...sessionsToOffer(), enabled: open })
  const found = (query.data?.lives ?? []).filter(({ liveName }) =>
    liveName.toLowerCase().includes(q.trim().toLowerCase()),
  )
  return (
    <PickerModal
      open={open}
      onClose={onClose}
      title={t('sessions.choose')}
      many
      search={q}
      onSearch={setQ}
      state={query.isPending ? 'loading' : query.data === undefined ? 'failed' : 'ready'}
      failure={{ title: query.error?.message ?? '' }}
      onRetry={() => void query.refetch()}
      items={found.map(({ liveId, liveName, beginAt, imageUrl, status }) => ({
        id: liveId,
        name: liveName,
        note: status === 'live' ? t('sessions.liveSince', { when: f.near(beginAt) }) : f.near(beginAt),
        picture: <Thumb src={imageUrl} />,
      }))}
      chosen={chosen}
      onChoose={onChoose}
      confirmLabel={(count) => (count === 0 ? t('sessions.chooseOne') : t('sessions.chosen', { count }))}
      empty={
        <EmptyState
          art={q === '' ? 'video' : 'search'}
          title={t(q === '' ? 'sessions.none' : 'sessions.noneFound')}
          text={q === '' ? t('sessions.noneText') : undefined}
          action={
            q === '' && (
              <Button to={paths.liveStreamNew({ pageType: 'create', platformType: 'video' })}>
                {t('sessions.toLive')}
              </Button>
            )
          }
        />
      }
    />
  )
}
