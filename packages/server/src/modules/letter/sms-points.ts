import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'

/**
 * Points of text messages: reserved when they are queued, final once they left, and given back for those that did not. One
 * of which nobody can say whether it left keeps its points until its notice or a person settles it.
 */
export const createSmsPoints = ({
  db,
  notices,
  points,
}: {
  readonly db: Database
  readonly notices: Pick<LetterNoticeStore, 'takePointsBack'>
  readonly points: Pick<FirmService['points'], 'add'>
}) => ({
  givePointsBack: async (): Promise<void> => {
    for (;;) {
      const firms = await db.transaction(async (tx) => {
        const back = await notices.takePointsBack(tx)
        for (const [firmId, tenths] of back)
          await points.add(firmId, { kind: 'giveBack', key: `sms:${newId()}`, tenths }, tx)
        return back.size
      })
      if (firms === 0) return
    }
  },
})
