import { useState } from 'react'
import type { RoomPageData } from '../entry/page-data.ts'
import { OpenRoom } from './open-room.tsx'
import { LazyFarewell } from './room-views.tsx'
import css from './room.module.css'

/** The page of a room: the faces that no viewer can enter, else the room itself. */
export const RoomPage = ({ data, path, origin }: { data: RoomPageData; path: string; origin: string }) => {
  const { room, view } = data
  const [pathname] = useState(() => path.split('?')[0] ?? '/')
  const hasForm = room !== null && room.signupPath !== ''
  return (
    <div className={css.screen}>
      {room === null || view === 'expired' || view === 'replaced' ? (
        <LazyFarewell kind={view === 'replaced' ? 'linkUnknown' : hasForm ? 'expired' : 'allEnded'} room={room} />
      ) : (
        <OpenRoom data={{ ...data, room }} path={pathname} origin={origin} />
      )}
    </div>
  )
}
