import type { Platform } from '../../platform/platform.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import { createMarks } from './marks.service.ts'

const livesShown = 50

/** Comments that were marked as favourites, by live. */
export const createMarkedComments = ({
  platform: { db, clock },
  liveReader,
}: {
  readonly platform: Platform
  readonly liveReader: Pick<LiveReader, 'findMany'>
}) => {
  const marks = createMarks({
    db,
    clock,
    liveExists: async (firmId, liveId) => (await liveReader.findMany(firmId, [liveId])).length > 0,
  })
  const lives = async (firmId: string) => {
    const counted = await marks.lives(firmId, livesShown)
    const found = await liveReader.findMany(
      firmId,
      counted.map(({ liveId }) => liveId),
    )
    const byId = new Map(found.map((live) => [live.id, live]))
    return counted.flatMap(({ liveId, marks: count }) => {
      const live = byId.get(liveId)
      if (!live) return []
      const beginAt = new Date(live.beginAtMs).toISOString()
      return [{ id: liveId, liveName: live.liveName, beginAt, marks: count }]
    })
  }
  return { marks, ofLives: { marked: marks.marked, lives } }
}
