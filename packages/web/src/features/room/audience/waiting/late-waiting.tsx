import { later } from '../../../../lib/audience/later.tsx'

export const LateWaiting = later(async () => (await import('./waiting.tsx')).Waiting)
export const LateWaitingCorner = later(async () => (await import('./waiting.tsx')).WaitingCorner)
