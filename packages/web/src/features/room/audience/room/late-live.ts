import { later } from '../../../../lib/audience/later.tsx'

// What a live has beside its picture. Its page gives both; who waits fetches them.

export const LateOverStage = later(async () => (await import('./over-stage.tsx')).OverStage)
export const LateTalkSide = later(async () => (await import('./talk-side.tsx')).TalkSide)
