import { defineNoScriptPage } from '../../lib/audience/no-script-page.ts'
import { useViewerFormat } from '../../lib/audience/use-viewer.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { RoomPageData } from './audience/entry/page-data.ts'
import { roomStatusAt } from './audience/entry/room-status.ts'

/** A room without scripts: what is on, when, and where one signs up. */
const View = ({ data: { room } }: { readonly data: RoomPageData }) => {
  const t = useText('room')
  const nowMs = Date.parse(room?.now ?? '')
  const format = useViewerFormat(nowMs)
  if (!room) return <h1>{t('noScript.allEnded')}</h1>
  const status = roomStatusAt(room, nowMs)
  return (
    <>
      <p>{room.firm.name}</p>
      <h1>{room.liveName}</h1>
      <p>{t(`noScript.${status}`)}</p>
      {status !== 'cancelled' && status !== 'draft' && (
        <p>
          {t('noScript.when', {
            begin: format.dayTime(room.beginAt),
            end: format.time(room.endAt),
            zone: format.zone(room.beginAt).replace('GMT', 'UTC'),
          })}
        </p>
      )}
      {room.signupPath !== '' && <a href={room.signupPath}>{t('noScript.signUp')}</a>}
      {room.firm.contactLink !== '' && (
        <a href={room.firm.contactLink} rel="noopener noreferrer">
          {t('noScript.contact', { firm: room.firm.name })}
        </a>
      )}
    </>
  )
}

export const noScriptPage = defineNoScriptPage<RoomPageData>({ texts: ['room'], View })
