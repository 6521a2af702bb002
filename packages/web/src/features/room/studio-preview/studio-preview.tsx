import {
  type PreviewFact,
  previewMessage,
  type PreviewMessage,
  readPreviewMessage,
} from '@kaimai/contract/room/preview.protocol.ts'
import { useEffect, useState } from 'react'
import roomCss from '../audience/room/room.module.css'
import { createOrders, type Shown } from './preview-orders.ts'
import { PreviewRoom } from './preview-room.tsx'
import { RehearsalRoom } from './rehearsal-room.tsx'

const announce = (fact: PreviewFact): void => parent.postMessage(previewMessage(fact), location.origin)

/** Listens to the studio, or to a rehearsal's control room; nothing is drawn before it speaks, so that nothing has to hydrate. */
export const StudioPreview = () => {
  const [shown, setShown] = useState<Shown>()
  const [orders] = useState(createOrders)
  useEffect(() => {
    if (parent === window) return undefined
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== parent) return
      const message = readPreviewMessage<PreviewMessage>(event.data)
      if (message?.t === 'show') setShown(message)
      else if (message !== undefined) orders.publish(message)
    }
    addEventListener('message', hear)
    announce({ t: 'ready' })
    return () => removeEventListener('message', hear)
  }, [orders])
  return (
    <div className={roomCss.screen}>
      {shown?.follows && <RehearsalRoom shown={shown} orders={orders} />}
      {shown && !shown.follows && <PreviewRoom shown={shown} orders={orders} announce={announce} />}
    </div>
  )
}
