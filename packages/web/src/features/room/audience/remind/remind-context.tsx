import { createContext, type ReactNode, useContext, useMemo } from 'react'

/** The room that one may be reminded of; the stream id is empty where nobody listens, as in a preview. */
export interface RemindRoom {
  readonly streamId: string
  /** Of who watches; undefined: not known yet. */
  readonly viewerKey: string | undefined
}

const RemindContext = createContext<RemindRoom>({ streamId: '', viewerKey: undefined })

export const RemindProvider = ({ streamId, viewerKey, children }: RemindRoom & { readonly children: ReactNode }) => {
  const room = useMemo(() => ({ streamId, viewerKey }), [streamId, viewerKey])
  return <RemindContext value={room}>{children}</RemindContext>
}

export const useRemindRoom = (): RemindRoom => useContext(RemindContext)
