import { Link as LinkField } from '@kaimai/contract/common/fields.ts'
import { IconHandFinger } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './programme.module.css'
import { SpotDialog, StandingRow } from './standing-row.tsx'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'
import { useControlRoomKey } from './use-shortcut-keys.ts'

/** The call to action that viewers see, whoever made it, and the way to take it down or to make another. */
export const StandingCall = ({ isOpen }: { isOpen: boolean }) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { call } = useControlRoomView()
  const [isMaking, setMaking] = useState(false)
  const mayRun = controlRoom.may.run && isOpen
  useControlRoomKey('callNow', () => {
    if (mayRun) setMaking(true)
  })
  if (!isOpen || (!mayRun && call === undefined)) return null
  return (
    <>
      <StandingRow
        icon={<IconHandFinger {...icon16} />}
        text={
          call && (
            <>
              <span className={clsx('caption', css.lead)}>{t('spotCall.standing')}</span> {call.text}
            </>
          )
        }
        title={call?.text}
        none={t('rundown.noCall')}
        end={
          mayRun && call !== undefined
            ? {
                label: t('spotCall.down'),
                onEnd: () => store.act({ kind: 'endCall', text: call.text, url: call.url ?? '' }),
              }
            : undefined
        }
        make={
          mayRun ? { label: t('spotCall.make'), title: t('spotCall.title'), onMake: () => setMaking(true) } : undefined
        }
      />
      {isMaking && <CallDialog replaces={call !== undefined} onClose={() => setMaking(false)} />}
    </>
  )
}

/** Of the contract. */
const textMax = 80
const webLink = LinkField(300)

const CallDialog = ({ replaces, onClose }: { replaces: boolean; onClose: () => void }) => {
  const t = useText('control-room')
  const { store } = useControlRoom()
  const [text, setText] = useState('')
  const [url, setUrl] = useState('')
  const [isTried, setTried] = useState(false)
  const isLink = webLink.safeParse(url).success
  const send = () => {
    setTried(true)
    if (text.trim() === '' || !isLink) return
    store.act({ kind: 'call', text: text.trim(), url: url.trim() })
    onClose()
  }
  return (
    <SpotDialog
      title={t('spotCall.title')}
      send={t('spotCall.send')}
      isReady={text.trim() !== ''}
      onSend={send}
      onClose={onClose}
    >
      <LabelledInput
        label={t('spotCall.text')}
        placeholder={t('spotCall.textHint')}
        description={replaces ? t('spotCall.replaces') : t('spotCall.help')}
        value={text}
        onChange={setText}
        max={textMax}
        required
        autoFocus
      />
      <LabelledInput
        label={t('spotCall.url')}
        placeholder={t('spotCall.urlHint')}
        description={t('spotCall.urlHelp')}
        value={url}
        onChange={setUrl}
        onBlur={() => setTried(true)}
        type="url"
        inputMode="url"
        error={isTried && !isLink ? t('spotCall.badUrl') : undefined}
      />
    </SpotDialog>
  )
}
