import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconArrowsHorizontal,
  IconMagnet,
  IconMinus,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlus,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { useStore, useStorePart, useStudio } from '../editor-context.ts'
import {
  fitPxPerMs,
  boundedView,
  pxPerMsOfShare,
  showClock,
  showTenths,
  spanMs,
  zoomed,
  zoomShare,
} from '../model/view.ts'
import { TrackIcon } from '../timeline/clip-icons.tsx'
import type { Actions } from '../use-editor-actions.ts'
import { useStepping } from '../use-studio-keys.ts'
import css from './tool-bar.module.css'

const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)
/** How a key with the platform's own is written. */
export const modKey = (key: string, shift = false): string =>
  isApple ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl+${shift ? 'Shift+' : ''}${key}`

const isAdding = ['comment', 'product', 'fakeTicket', 'callToAction', 'poll', 'giveaway', 'hearts'] as const
const keyOf = {
  comment: 'C',
  product: 'P',
  fakeTicket: 'T',
  callToAction: 'A',
  poll: 'V',
  giveaway: 'G',
  hearts: 'H',
} as const

/** What can be done at the playhead, and how it is moved. */
export const ToolBar = ({ actions, onProducts }: { actions: Actions; onProducts: () => void }) => {
  const t = useText('live')
  const { editor, readOnly } = useStudio()
  const history = useStore(editor.history)
  const snapping = useStore(editor.snapping)
  const adding = {
    comment: actions.addComment,
    product: onProducts,
    fakeTicket: actions.addTicket,
    callToAction: actions.addCall,
    poll: actions.addPoll,
    giveaway: actions.addGiveaway,
    hearts: actions.addHearts,
  }
  const undoing = history.past.at(-1)?.action
  const redoing = history.future.at(-1)?.action
  return (
    <div className={css.tools} role="toolbar" aria-label={t('studio.tools')}>
      <div className={clsx('row-xs', css.row)}>
        <AddAt />
        {isAdding.map((track) => (
          <button key={track} type="button" className={css.button} disabled={readOnly} onClick={adding[track]}>
            <TrackIcon track={track} />
            {t(`studio.add.${track}`)}
            <kbd aria-hidden="true">{keyOf[track]}</kbd>
          </button>
        ))}
      </div>
      <PlayRow />
      <div className={clsx('row-xs', css.row)} data-end>
        <button
          type="button"
          className={css.quiet}
          disabled={undoing === undefined || readOnly}
          aria-label={`${t('studio.undo')} ${modKey('Z')}`}
          title={undoing === undefined ? undefined : t(`studio.deed.${undoing}`)}
          onClick={actions.undo}
        >
          <IconArrowBackUp {...icon16} />
          <span className={css.word}>{t('studio.undo')}</span>
          <kbd aria-hidden="true">{modKey('Z')}</kbd>
        </button>
        <button
          type="button"
          className={css.quiet}
          data-square
          aria-label={t('studio.redo')}
          title={`${t('studio.redo')} ${modKey('Z', true)}`}
          disabled={redoing === undefined || readOnly}
          onClick={actions.redo}
        >
          <IconArrowForwardUp {...icon16} />
        </button>
        <i className={css.rule} />
        <button
          type="button"
          className={css.quiet}
          aria-label={t('studio.split')}
          disabled={readOnly}
          onClick={actions.split}
        >
          <IconArrowsHorizontal {...icon16} />
          <span className={css.word}>{t('studio.split')}</span>
          <kbd aria-hidden="true">S</kbd>
        </button>
        <button
          type="button"
          className={css.quiet}
          aria-label={t('studio.snapping')}
          aria-pressed={snapping}
          onClick={() => editor.snapping.set(!snapping)}
        >
          <IconMagnet {...icon16} />
          <span className={css.word}>{t('studio.snapping')}</span>
          <kbd aria-hidden="true">N</kbd>
        </button>
        <i className={css.rule} />
        <Zoom />
      </div>
    </div>
  )
}

const AddAt = () => {
  const t = useText('live')
  const { editor } = useStudio()
  const at = useStorePart(editor.slowClock, showClock)
  return <span className={css.addAt}>{t('studio.add.at', { at })}</span>
}

const PlayRow = () => {
  const t = useText('live')
  const { editor } = useStudio()
  const playing = useStore(editor.playing)
  const step = useStepping()
  const time = useRef<HTMLElement>(null)
  useEffect(() => {
    const show = () => {
      const ms = editor.clock.get()
      if (time.current) time.current.textContent = `${ms < 3_600_000 ? '00:' : '0'}${showTenths(ms)}`
    }
    show()
    return editor.clock.subscribe(show)
  }, [editor])
  const lengthMs = editor.lengthMs()
  return (
    <div className={clsx('row-xs', css.row)}>
      <button
        type="button"
        className={css.quiet}
        data-square
        aria-label={t('studio.previous')}
        onClick={() => step(-1)}
      >
        <IconPlayerSkipBack {...icon16} />
      </button>
      <button
        type="button"
        className={css.play}
        aria-label={t(playing ? 'studio.pause' : 'studio.play')}
        onClick={editor.toggle}
      >
        {playing ? (
          <IconPlayerPauseFilled size={16} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={16} aria-hidden="true" />
        )}
      </button>
      <button type="button" className={css.quiet} data-square aria-label={t('studio.next')} onClick={() => step(1)}>
        <IconPlayerSkipForward {...icon16} />
      </button>
      <span className={css.time}>
        <b ref={time} />
        <small>
          / {lengthMs < 3_600_000 ? '00:' : '0'}
          {showClock(lengthMs)}
        </small>
      </span>
      <kbd className={css.space} aria-hidden="true">
        {t('studio.space')}
      </kbd>
    </div>
  )
}

const shareStyle = (share: number): CSSProperties & Record<'--share', string> => ({
  '--share': `${Math.round(share * 100)}%`,
})

const Zoom = () => {
  const t = useText('live')
  const { editor } = useStudio()
  const view = useStore(editor.view)
  const lengthMs = editor.lengthMs()
  const share = view.width === 0 ? 0 : zoomShare(view, lengthMs)
  /** Around the playhead where it is seen, else the middle. */
  const zoom = (to: number) => {
    const now = editor.view.get()
    const ms = editor.clock.get()
    const isSeen = ms >= now.fromMs && ms <= now.fromMs + spanMs(now)
    const around = isSeen ? ms : now.fromMs + spanMs(now) / 2
    editor.view.set(zoomed(now, pxPerMsOfShare(to, now.width, lengthMs), around, lengthMs))
  }
  const whole = () =>
    editor.view.set(boundedView({ ...editor.view.get(), pxPerMs: fitPxPerMs(view.width, lengthMs) }, lengthMs))
  return (
    <>
      <button
        type="button"
        className={css.quiet}
        data-square
        aria-label={t('studio.zoomOut')}
        onClick={() => zoom(share - 0.12)}
      >
        <IconMinus {...icon16} />
      </button>
      <input
        type="range"
        className={css.zoom}
        min={0}
        max={100}
        value={Math.round(share * 100)}
        aria-label={t('studio.zoom')}
        style={shareStyle(share)}
        onChange={(event) => zoom(Number(event.currentTarget.value) / 100)}
      />
      <button
        type="button"
        className={css.quiet}
        data-square
        aria-label={t('studio.zoomIn')}
        onClick={() => zoom(share + 0.12)}
      >
        <IconPlus {...icon16} />
      </button>
      <button
        type="button"
        className={css.quiet}
        data-square
        aria-label={t('studio.wholeShown')}
        title="⇧Z"
        onClick={whole}
      >
        <IconArrowsMaximize {...icon16} />
      </button>
    </>
  )
}
