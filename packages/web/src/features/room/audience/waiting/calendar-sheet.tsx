import { IconBrandGoogle, IconCalendarDown } from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { ActionLink } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { googleCalendarUrl, icsOf } from '../../../../lib/audience/calendar-links.ts'
import { lateTexts } from '../room/lazy-texts.ts'
import css from './calendar-sheet.module.css'

/** Where to put the appointment. `url`: the viewer's own way back into the room. */
const CalendarSheet = ({
  room,
  url,
  onClose,
}: {
  readonly room: PublicRoom
  readonly url: string
  readonly onClose: () => void
}) => {
  const t = useText('room')
  const appointment = {
    title: `${room.liveName}｜${room.firm.name}`,
    beginAtMs: Date.parse(room.beginAt),
    endAtMs: Date.parse(room.endAt),
    url,
    uid: `${room.streamId}@kaimai`,
    nowMs: Date.parse(room.now),
  }
  const file = `data:text/calendar;charset=utf-8,${encodeURIComponent(icsOf(appointment))}`
  return (
    <Sheet title={t('waiting.calendar')} onClose={onClose}>
      <div className={css.methods}>
        <ActionLink
          kind="quiet"
          big
          href={googleCalendarUrl(appointment)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<IconBrandGoogle {...icon20} />}
          onClick={onClose}
        >
          {t('calendar.google')}
        </ActionLink>
        <ActionLink
          kind="quiet"
          big
          href={file}
          download={`${room.streamId}.ics`}
          icon={<IconCalendarDown {...icon20} />}
          onClick={onClose}
        >
          {t('calendar.ics')}
        </ActionLink>
      </div>
    </Sheet>
  )
}

/** The sheet with its own texts. */
export const loadCalendarSheet = () => withTexts(lateTexts, CalendarSheet)
