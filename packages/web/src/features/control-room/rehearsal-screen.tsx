import {
  type PreviewFact,
  previewMessage,
  type PreviewMessage,
  previewPath,
  readPreviewMessage,
} from '@kaimai/contract/room/preview.protocol.ts'
import { useQuery } from '@tanstack/react-query'
import { IconArrowsMaximize, IconDeviceMobile, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { rehearsalOf } from './control-room.api.ts'
import css from './rehearsal-screen.module.css'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** The phone that the room is drawn on, in px. */
const phone = { width: 390, height: 760 } as const
const inlineScale = 0.52
const largest = 0.85
/** What the modal and the window have around it, in px. */
const around = { width: 64, height: 210 } as const

const largeScale = (): number =>
  Math.min(largest, (innerWidth - around.width) / phone.width, (innerHeight - around.height) / phone.height)

/** What viewers of the rehearsed live would see now, on a phone. */
export const RehearsalScreen = ({ small }: { small: boolean }) => {
  const t = useText('control-room')
  const [isLarge, setLarge] = useState(false)
  const [hasSound, setSound] = useState(false)
  return (
    <div className={css.screen} data-small={small}>
      {!small && !isLarge && <ViewerFrame scale={inlineScale} hasSound={hasSound} />}
      <div className={css.tools}>
        <button
          type="button"
          aria-label={t('rehearsal.large')}
          title={t('rehearsal.large')}
          onClick={() => setLarge(true)}
        >
          {small ? <IconDeviceMobile {...icon16} /> : <IconArrowsMaximize {...icon16} />}
          {t('rehearsal.view')}
        </button>
        {!small && <SoundButton on={hasSound} onChange={setSound} />}
      </div>
      <Modal open={isLarge} onClose={() => setLarge(false)} title={t('rehearsal.view')} width={400}>
        <div className={css.large}>
          {isLarge && <ViewerFrame scale={largeScale()} hasSound={hasSound} />}
          <div className={css.tools}>
            <SoundButton on={hasSound} onChange={setSound} />
          </div>
        </div>
      </Modal>
    </div>
  )
}

const SoundButton = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => {
  const t = useText('control-room')
  const label = t(on ? 'rehearsal.soundOff' : 'rehearsal.soundOn')
  return (
    <button type="button" aria-label={label} title={label} onClick={() => onChange(!on)}>
      {on ? <IconVolume {...icon14} /> : <IconVolumeOff {...icon14} />}
    </button>
  )
}

/** The audience's own page in a frame; it is sent the room as this control room's socket knows it, and asks nothing itself. */
const ViewerFrame = ({ scale, hasSound }: { scale: number; hasSound: boolean }) => {
  const t = useText('control-room')
  const language = useLanguage()
  const { liveId, store, controlRoom } = useControlRoom()
  const { state } = useControlRoomView()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const { data, error, refetch } = useQuery(rehearsalOf(liveId))

  const send = useCallback((message: PreviewMessage) => {
    frame.current?.contentWindow?.postMessage(previewMessage(message), location.origin)
  }, [])
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      if (readPreviewMessage<PreviewFact>(event.data)?.t === 'ready') setReady(true)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  const lengthMs = Date.parse(controlRoom.endAt) - Date.parse(controlRoom.beginAt)
  useEffect(() => {
    if (!isReady || data === undefined) return
    const { room, recordingUrl } = data
    send({ t: 'show', room, script: [], videoUrl: recordingUrl, posterUrl: room.posterUrl, lengthMs, follows: true })
  }, [isReady, data, lengthMs, send])
  const { room } = state
  useEffect(() => {
    if (isReady && data !== undefined) send({ t: 'stands', room, nowMs: store.serverNow() })
  }, [isReady, data, room, store, send])
  useEffect(() => {
    if (isReady && data !== undefined) send({ t: 'sound', on: hasSound })
  }, [isReady, data, hasSound, send])

  if (error !== null && data === undefined)
    return <ErrorState title={t('rehearsal.failed')} text={error.message} onRetry={() => void refetch()} />
  return (
    <div className={css.phone} style={{ width: phone.width * scale, height: phone.height * scale }}>
      {/* Our own page of our own origin, which must speak with this one. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        src={`${previewPath}?lng=${language}`}
        title={t('rehearsal.view')}
        tabIndex={-1}
        allow="autoplay"
        style={{ ...phone, transform: `scale(${scale})` }}
      />
    </div>
  )
}
