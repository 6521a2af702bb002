import {
  type PreviewFact,
  previewMessage,
  type PreviewMessage,
  readPreviewMessage,
} from '@kaimai/contract/room/preview.protocol.ts'
import { useEffect, useState } from 'react'
import roomCss from '../audience/room/room.module.css'
import type { Order, Shown } from './preview-orders.ts'
import { PreviewRoom } from './preview-room.tsx'

const announce = (fact: PreviewFact): void => parent.postMessage(previewMessage(fact), location.origin)

/** Listens to the studio; nothing is drawn before it speaks, so that nothing has to hydrate. */
export const StudioPreview = () => {
  const [shown, setShown] = useState<Shown>()
  const [orders] = useState(() => new EventTarget())
  useEffect(() => {
    if (parent === window) return undefined
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== parent) return
      const message = readPreviewMessage<PreviewMessage>(event.data)
      if (message?.t === 'show') setShown(message)
      else if (message !== undefined) orders.dispatchEvent(new CustomEvent<Order>('order', { detail: message }))
    }
    addEventListener('message', hear)
    announce({ t: 'ready' })
    return () => removeEventListener('message', hear)
  }, [orders])
  return (
    <div className={roomCss.screen}>{shown && <PreviewRoom shown={shown} orders={orders} announce={announce} />}</div>
  )
}
