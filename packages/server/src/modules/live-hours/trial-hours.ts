import type { Tx } from '../../platform/db/database.ts'
import type { Metering } from './live-hours.service.ts'

/** Live hours that a new firm may try everything with, in seconds. */
const trialSeconds = 10 * 3600

/** What a new firm begins with: once, however often it is asked. */
export const grantTrialHours =
  (addHours: Metering['addHours']) =>
  async (firmId: string, tx: Tx): Promise<void> => {
    await addHours(firmId, { kind: 'topUp', key: 'trial', seconds: trialSeconds }, tx)
  }
