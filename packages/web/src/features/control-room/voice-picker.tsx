import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { voices } from '../room/room.api.ts'

export interface Voice {
  readonly id: string
  readonly name: string
  readonly imgUrl: string
}

/** Chooses the virtual user as whom one speaks. */
export const VoicePicker = ({ onClose, onChoose }: { onClose: () => void; onChoose: (voice: Voice) => void }) => {
  const t = useText('control-room')
  const [q, setQ] = useState('')
  const query = useQuery(voices(q))
  const users = query.data?.users ?? []
  return (
    <PickerModal
      open
      onClose={onClose}
      title={t('voice.title')}
      search={q}
      onSearch={setQ}
      state={query.isPending ? 'loading' : query.data === undefined ? 'failed' : 'ready'}
      failure={{ title: query.error?.message ?? '' }}
      onRetry={() => void query.refetch()}
      items={users.map(({ id, name, imgUrl }) => ({
        id,
        name,
        note: t('as.virtual'),
        picture: <Avatar src={imgUrl} name={name} size={40} simulated />,
      }))}
      chosen={[]}
      onChoose={([id]) => {
        const voice = users.find((each) => each.id === id)
        if (voice !== undefined) onChoose(voice)
      }}
      confirmLabel={() => t('voice.choose')}
      empty={<EmptyState art={q === '' ? 'people' : 'search'} title={t('voice.none')} text={t('voice.noneText')} />}
    />
  )
}
