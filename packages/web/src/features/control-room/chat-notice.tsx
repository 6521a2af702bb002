import {
  IconChartBar,
  IconGift,
  IconHandFinger,
  IconPin,
  IconPlayerPause,
  IconSettings,
  IconSpeakerphone,
  IconTicket,
} from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon14 } from '../../ui/icon-props.ts'
import css from './chat-row.module.css'
import type { NoteKind, NoteRow } from './chat-rows.ts'
import type { ControlRoomView } from './control-room-view.ts'
import { productWords } from './moment-labels.ts'
import { roomTime } from './person-style.ts'
import type { OpenControlRoom } from './use-control-room.tsx'

const noteIcons: Record<NoteKind, typeof IconPin> = {
  productShown: IconPin,
  productHidden: IconPin,
  calledToAction: IconHandFinger,
  callEnded: IconHandFinger,
  announced: IconSpeakerphone,
  unannounced: IconSpeakerphone,
  slowed: IconSettings,
  pollOpened: IconChartBar,
  pollClosed: IconChartBar,
  giveawayOpened: IconGift,
  giveawayDrawn: IconGift,
  ticketShown: IconTicket,
  messagePinned: IconPin,
  messageUnpinned: IconPin,
  scriptOff: IconPlayerPause,
  scriptOn: IconSettings,
}

/** What happened beside the talk, on one quiet line. */
export const NoteLine = ({ row, view, open }: { row: NoteRow; view: ControlRoomView; open: OpenControlRoom }) => {
  const t = useText('control-room')
  const f = useFormat()
  const Icon = noteIcons[row.note]
  const name = row.productId === undefined ? '' : productWords(open.controlRoom, row.productId, t)
  const { sid } = row
  const isPurchase = row.note === 'ticketShown' && sid !== undefined
  const isDown = isPurchase && view.holds('removed', sid)
  return (
    <div className={css.note} data-simulated={row.note === 'ticketShown'} data-gone={isDown}>
      <Icon {...icon14} />
      <span className="clip">
        {roomTime(row.ms)}{' '}
        {row.note === 'slowed' && row.count === 0
          ? t('note.unslowed')
          : t(`note.${row.note}`, { name, text: row.text, count: row.count, number: f.number(row.count) })}
      </span>
      {isPurchase && open.controlRoom.may.moderate && (
        <button
          type="button"
          onClick={() => open.store.act({ kind: 'line', itemId: sid, name: row.text, on: !isDown })}
        >
          {t(isDown ? 'act.giveBack' : 'act.takeDown')}
        </button>
      )}
    </div>
  )
}
