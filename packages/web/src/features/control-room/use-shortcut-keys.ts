import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { type ControlRoomKey, controlRoomKeys, ownsSpace } from './shortcut-keys.ts'

const keyOf = (does: ControlRoomKey): string => controlRoomKeys.find((each) => each.does === does)?.keys ?? ''

/** A key of the control room, listed under `?`. */
export const useControlRoomKey = (does: ControlRoomKey, run: () => void): void => {
  const t = useText('control-room')
  useShortcut({ keys: keyOf(does), label: t(`key.${does}`), run })
}

/** The space bar, where no button, field or dialog wants it. */
export const useSpaceKey = (run: () => void): void => {
  // Only listed: what the keyboard calls ' ' is heard below, so that buttons keep it.
  useControlRoomKey('freeze', run)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== ' ' || event.repeat || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (document.querySelector('[role="dialog"]') !== null || ownsSpace(document.activeElement)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
