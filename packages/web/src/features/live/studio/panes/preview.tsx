import { IconArrowsMaximize, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import {
  type PreviewFact,
  previewMessage,
  type PreviewOutline,
  previewPath,
  type PreviewMessage,
  readPreviewMessage,
} from '@kaimai/contract/room/preview.protocol.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon14, icon16 } from '../../../../ui/icon-props.ts'
import { SwitchInput } from '../../../../ui/switch-input.tsx'
import { useSettled, useStore, useStorePart, useStudio } from '../editor-context.ts'
import { scriptOf } from '../model/room-of.ts'
import { type Clip, clipsNamed } from '../model/studio-doc.ts'
import { showClock } from '../model/view.ts'
import css from './preview.module.css'

/** Milliseconds after a requested jump in which the frame's reports of its old time are ignored. */
const settleMs = 600
const nearMs = 400
const passEveryMs = 160

/** The room's own width and height, in px: it is drawn as small as the place asks. */
const phone = { width: 390, height: 760 } as const

/** A phone is never drawn smaller than it can be read: rather less of its height is shown. */
const readableScale = 0.8

export type PreviewDevice = 'desktop' | 'phone'

export interface PreviewProps {
  readonly device: PreviewDevice
  readonly onDevice: (device: PreviewDevice) => void
  readonly roomOf: (disclosure: boolean) => PublicRoom
  readonly disclosed: boolean
  readonly videoUrl: string
  readonly posterUrl: string
  /** Said over the picture: there is no video yet. */
  readonly note: string | undefined
  readonly onNoPicture: () => void
}

const outlineOf = (clip: Clip): PreviewOutline =>
  clip.track === 'product'
    ? { kind: 'product', productId: clip.productId }
    : clip.track === 'audience'
      ? { kind: 'audience' }
      : clip.track === 'hearts'
        ? { kind: 'hearts', atMs: clip.atMs, seconds: clip.seconds }
        : { kind: clip.track, atMs: clip.atMs }

/** The room as a viewer would have it at the playhead: the audience's own page in a frame, sent what to show. */
export const Preview = (props: PreviewProps) => {
  const { device, onDevice, roomOf, disclosed, videoUrl, posterUrl, note, onNoPicture } = props
  const t = useText('live')
  const language = useLanguage()
  const { editor } = useStudio()
  const doc = useSettled()
  const selection = useStore(editor.selection)
  const [disclosure, setDisclosure] = useState(disclosed)
  const [isReady, setReady] = useState(false)
  const stage = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const at = useStorePart(editor.slowClock, showClock)
  const sent = useRef({ ms: 0, atMs: Number.NEGATIVE_INFINITY })

  const request = useCallback((disclosed: PreviewMessage) => {
    frame.current?.contentWindow?.postMessage(previewMessage(disclosed), location.origin)
  }, [])
  const noPicture = useRef(onNoPicture)
  useEffect(() => {
    noPicture.current = onNoPicture
  })

  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      const fact = readPreviewMessage<PreviewFact>(event.data)
      if (fact?.t === 'ready') setReady(true)
      else if (fact?.t === 'noPicture') noPicture.current()
      else if (fact?.t === 'at') {
        editor.playing.set(fact.playing)
        const since = performance.now() - sent.current.atMs
        if (since < settleMs && Math.abs(fact.ms - sent.current.ms) > nearMs) return
        // Paused, the playhead stands where it was put: a video knows frames, not milliseconds.
        if (fact.playing) editor.goneOn(fact.ms)
      }
    }
    addEventListener('message', hear)
    // While the playhead is dragged the room needs not follow every frame.
    let passing: ReturnType<typeof setTimeout> | undefined
    const pass = () => {
      passing = undefined
      request({ t: 'seek', ms: sent.current.ms, settled: false })
    }
    editor.attach({
      seek: (ms, settled) => {
        sent.current = { ms, atMs: performance.now() }
        if (settled) {
          clearTimeout(passing)
          passing = undefined
          request({ t: 'seek', ms, settled })
        } else passing ??= setTimeout(pass, passEveryMs)
      },
      play: () => request({ t: 'play' }),
      pause: () => request({ t: 'pause' }),
    })
    return () => {
      clearTimeout(passing)
      removeEventListener('message', hear)
      editor.attach(undefined)
      editor.playing.set(false)
    }
  }, [editor, request])

  const script = useMemo(() => scriptOf(doc), [doc])
  const room = useMemo(() => roomOf(disclosure), [roomOf, disclosure])
  const lengthMs = editor.lengthMs()
  useEffect(() => {
    if (!isReady) return
    request({ t: 'show', room, script, videoUrl, posterUrl, lengthMs })
  }, [isReady, request, room, script, videoUrl, posterUrl, lengthMs])
  useEffect(() => {
    if (!isReady) return undefined
    // Once it has drawn the room for the first time.
    const timer = setTimeout(() => editor.seek(editor.clock.get()), 60)
    return () => clearTimeout(timer)
  }, [isReady, editor])
  useEffect(() => {
    if (isReady) request({ t: 'outline', things: clipsNamed(doc, selection).slice(0, 20).map(outlineOf) })
  }, [isReady, request, doc, selection])

  return (
    <section ref={stage} className={css.stage} data-theme="dark" aria-label={t('studio.preview.title')}>
      <div className={css.bar}>
        <div className={css.devices} role="group" aria-label={t('studio.preview.device')}>
          <button type="button" aria-pressed={device === 'desktop'} onClick={() => onDevice('desktop')}>
            <IconDeviceDesktop {...icon14} />
            {t('studio.preview.desktop')}
          </button>
          <button type="button" aria-pressed={device === 'phone'} onClick={() => onDevice('phone')}>
            <IconDeviceMobile {...icon14} />
            {t('studio.preview.phone')}
          </button>
        </div>
        <span className={css.at}>{t('studio.preview.at', { at })}</span>
        <label className={css.disclose}>
          <span>{t('studio.preview.disclose')}</span>
          <SwitchInput checked={disclosure} onChange={setDisclosure} />
        </label>
        <button
          type="button"
          className={css.large}
          aria-label={t('studio.preview.large')}
          onClick={() =>
            document.fullscreenElement ? void document.exitFullscreen() : void stage.current?.requestFullscreen()
          }
        >
          <IconArrowsMaximize {...icon16} />
        </button>
      </div>
      <Screen device={device}>
        {/* Our own page of our own origin, which must speak with this one. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          src={`${previewPath}?lng=${language}`}
          title={t('studio.preview.title')}
          tabIndex={-1}
          allow="autoplay; fullscreen"
          data-shown={isReady || undefined}
        />
      </Screen>
      {note !== undefined && <p className={css.note}>{note}</p>}
    </section>
  )
}

/** Draws what is in it at its own size, scaled to the place there is. */
const Screen = ({ device, children }: { device: PreviewDevice; children: React.ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!box.current) return undefined
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  const scale = device === 'phone' ? phoneScale(size) : desktopScale(size)
  const width = device === 'phone' ? phone.width : Math.round(size.width / scale)
  const room = Math.round(size.height / scale)
  const height = device === 'phone' ? Math.min(phone.height, room) : room
  return (
    <div ref={box} className={css.screen} data-device={device}>
      {size.width > 0 && (
        <div className={css.scaled} style={{ width: width * scale, height: height * scale }}>
          <div style={{ width, height, transform: `scale(${scale})` }}>{children}</div>
        </div>
      )}
    </div>
  )
}

const phoneScale = ({ width, height }: { width: number; height: number }): number => {
  const fit = Math.min(1, width / phone.width)
  return Math.max(Math.min(fit, height / phone.height), Math.min(fit, readableScale))
}

/** A computer's room has two columns from 900 px on; smaller ones are drawn smaller, as long as they can be read. */
const desktopScale = ({ width, height }: { width: number; height: number }): number =>
  Math.max(0.5, Math.min(1, width / 1080, height / 560))
