import { IconBrandGoogle, IconCalendarPlus, IconDownload } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { type Appointment, googleCalendarUrl } from '../../../lib/audience/calendar-links.ts'
import { inAppBrowserOf } from '../../../lib/audience/in-app-browser.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action, ActionLink } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import { saveCalendarFile } from './calendar-entry.ts'
import css from './done-view.module.css'

/** The links that put a place into a calendar: Google's by its page, all others by a file. */
export const SeatCalendar = ({ entry }: { entry: Appointment }) => {
  const t = useText('signup')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Action
        big
        icon={<IconCalendarPlus {...icon20} />}
        aria-expanded={isOpen}
        aria-controls="calendar-choices"
        onClick={() => setOpen(!isOpen)}
      >
        {t('done.calendar')}
      </Action>
      <div id="calendar-choices" hidden={!isOpen}>
        <div className={clsx('stack-s', css.two)}>
          <Action kind="quiet" icon={<IconDownload {...icon20} />} onClick={() => saveCalendarFile(entry)}>
            {t('done.ics')}
          </Action>
          <ActionLink kind="quiet" away href={googleCalendarUrl(entry)} icon={<IconBrandGoogle {...icon20} />}>
            {t('done.google')}
          </ActionLink>
        </div>
        {/* Their browsers take no files. */}
        {inAppBrowserOf(navigator.userAgent) !== undefined && (
          <p className={clsx('small', css.hint)}>{t('done.noFiles')}</p>
        )}
      </div>
    </>
  )
}
