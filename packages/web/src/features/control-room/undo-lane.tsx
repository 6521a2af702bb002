import { IconArrowBackUp, IconChevronDown, IconPlayerPause } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { type Text, useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './chat.module.css'
import type { Action } from './control-room-actions.ts'
import type { Undoable } from './control-room-model.ts'
import type { ControlRoomStore } from './control-room-store.ts'

/** What was done, in words. */
const doneWords = (action: Action, t: Text): string => {
  switch (action.kind) {
    case 'mute':
    case 'mark':
    case 'show':
    case 'list':
    case 'script':
    case 'anonymous':
      return t(`done.${action.kind}${action.on ? 'On' : 'Off'}`, { name: 'name' in action ? action.name : '' })
    case 'block':
      return t(action.permanent ? 'done.blockAll' : 'done.block', { name: action.name })
    case 'unblock':
      return t('done.unblock', { name: action.name })
    case 'decide':
      return t(`done.${action.decision}`, { name: action.name })
    case 'broadcast':
      return t(action.text === '' ? 'done.broadcastOff' : 'done.broadcastOn')
    case 'slow':
      return action.seconds === 0 ? t('done.slowOff') : t('done.slow', { count: action.seconds })
    case 'cue':
      return t(`done.cue.${action.action}`, { name: action.name })
    case 'stock':
      return t('done.stock', { name: action.name, by: action.by > 0 ? `+${action.by}` : `−${-action.by}` })
    case 'say':
      return t('done.say')
    case 'pin':
    case 'unpin':
      return t(`done.${action.kind}`, { name: action.user.name })
    case 'timeOut':
      return t('done.timeOut', { name: action.name, count: action.minutes })
    case 'many':
      return t(`done.many.${action.decision}`, { count: action.seqs.length })
    case 'call':
      return t('done.call')
    case 'endCall':
      return t('done.endCall')
    case 'line':
      return t(action.on ? 'done.lineOff' : 'done.lineOn', { name: action.name })
    case 'endTimeOut':
    case 'uncue':
    case 'plan':
    case 'settle':
    case 'unsay':
      return ''
  }
}

const subscribeAll =
  (stores: readonly ControlRoomStore[]) =>
  (listener: () => void): (() => void) => {
    const ends = stores.map(({ undoables }) => undoables.subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }

/** What can be taken back, of all rooms, the newest last. */
export const useUndoable = (stores: readonly ControlRoomStore[]): { last: Undoable | undefined; undo: () => void } => {
  const newest = () =>
    stores
      .flatMap((store) => store.undoables.get())
      .toSorted((a, b) => a.untilMs - b.untilMs)
      .at(-1)
  const last = useSyncExternalStore(subscribeAll(stores), newest)
  return {
    last,
    undo: () => {
      for (const store of stores) if (last !== undefined) store.undo(last.id)
    },
  }
}

/** Over the list's lower edge: what was done and its way back, and how many wait below. */
export const UndoLane = ({
  stores,
  isFrozen,
  newer,
  onNewest,
}: {
  stores: readonly ControlRoomStore[]
  isFrozen: boolean
  newer: number
  onNewest: () => void
}) => {
  const t = useText('control-room')
  const f = useFormat()
  const { last, undo } = useUndoable(stores)
  return (
    <div className={css.lane}>
      <div className="grow" role="status">
        {last !== undefined && (
          <div className={css.toast} key={last.id}>
            <IconArrowBackUp {...icon16} />
            <span className="clip">{doneWords(last.action, t)}</span>
            <button type="button" onClick={undo}>
              {t('done.undo')}
              <kbd aria-hidden="true">Z</kbd>
              <svg className={css.ring} viewBox="0 0 48 48" aria-hidden="true">
                <circle cx="24" cy="24" r="20" />
                <circle cx="24" cy="24" r="20" />
              </svg>
            </button>
          </div>
        )}
      </div>
      {isFrozen && (
        <button type="button" className={css.newer} onClick={onNewest}>
          <IconPlayerPause {...icon16} />
          <span className={css.paused}>{t('list.frozen')}</span>
          {newer > 0 ? t('list.newer', { count: newer, number: f.number(newer) }) : t('list.toNewest')}
          <IconChevronDown {...icon16} />
        </button>
      )}
    </div>
  )
}
