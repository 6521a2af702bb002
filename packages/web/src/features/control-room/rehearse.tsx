import { readDuration, showDuration } from '@kaimai/contract/common/time.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { beginRehearsal, endRehearsal } from './control-room.api.ts'
import { SpotDialog } from './standing-row.tsx'
import { useControlRoom } from './use-control-room.tsx'

/** Before a live begins: plays it to the staff alone, or joins colleagues who do. */
export const RehearseButton = () => {
  const t = useText('control-room')
  const { controlRoom } = useControlRoom()
  const [isAsking, setAsking] = useState(false)
  const { rehearsal } = controlRoom
  if (rehearsal !== null)
    return (
      <Button size="s" to={paths.streamingEdit({ liveId: rehearsal })} icon={<IconPlayerPlay {...icon16} />}>
        {t('rehearsal.join')}
      </Button>
    )
  if (!controlRoom.may.run) return null
  return (
    <>
      <Button size="s" icon={<IconPlayerPlay {...icon16} />} onClick={() => setAsking(true)}>
        {t('rehearsal.begin')}
      </Button>
      {isAsking && <RehearsalDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** In a rehearsal: another second of the programme, and the end. */
export const RehearsalButtons = () => {
  const t = useText('control-room')
  const { controlRoom, liveId, store } = useControlRoom()
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => endRehearsal(liveId),
    onSuccess: () => store.reload(),
    onError: (error) => toast.bad(error.message),
  })
  if (!controlRoom.may.run) return null
  return (
    <>
      <Button size="s" onClick={() => setAsking(true)}>
        {t('rehearsal.jump')}
      </Button>
      <Button size="s" kind="primary" busy={end.isPending} onClick={() => end.mutate()}>
        {t('rehearsal.end')}
      </Button>
      {isAsking && <RehearsalDialog onClose={() => setAsking(false)} />}
    </>
  )
}

const RehearsalDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText('control-room')
  const navigate = useNavigate()
  const { controlRoom, liveId } = useControlRoom()
  const [typed, setTyped] = useState(showDuration(0))
  const [isTried, setTried] = useState(false)
  const isJump = controlRoom.rehearsalOf !== null
  const lengthSeconds = Math.floor((Date.parse(controlRoom.endAt) - Date.parse(controlRoom.beginAt)) / 1000)
  const second = readDuration(typed.trim())
  const isFit = second !== undefined && second < lengthSeconds
  const begin = useMutation({
    mutationFn: (fromSecond: number) => beginRehearsal(liveId, fromSecond),
    onSuccess: (made) => {
      onClose()
      void navigate(paths.streamingEdit({ liveId: made.liveId }), { replace: isJump })
    },
    onError: (error) => toast.bad(error.message),
  })
  const send = () => {
    setTried(true)
    if (isFit) begin.mutate(second)
  }
  return (
    <SpotDialog
      title={t(isJump ? 'rehearsal.jumpTitle' : 'rehearsal.title')}
      send={t(isJump ? 'rehearsal.jumpSend' : 'rehearsal.send')}
      isReady
      busy={begin.isPending}
      onSend={send}
      onClose={onClose}
    >
      <p>{t(isJump ? 'rehearsal.jumpText' : 'rehearsal.text')}</p>
      <LabelledInput
        label={t('rehearsal.from')}
        description={t('rehearsal.hint')}
        value={typed}
        onChange={setTyped}
        onBlur={() => setTried(true)}
        error={isTried && !isFit ? t('rehearsal.bad', { max: showDuration(lengthSeconds) }) : undefined}
        required
        autoFocus
      />
    </SpotDialog>
  )
}
