import type { ComponentProps } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Sheet as PlainSheet } from '../../../../ui/audience/sheet.tsx'

/** A sheet of the room, which the room's own word closes. */
export const Sheet = (props: Omit<ComponentProps<typeof PlainSheet>, 'closeLabel'>) => {
  const t = useText('room')
  return <PlainSheet {...props} closeLabel={t('close')} />
}
