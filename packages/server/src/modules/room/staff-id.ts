import type { Secret } from '../../platform/secret.ts'

/** Of a member in a room, as others see it: of this room alone. */
export const staffId = (secret: Pick<Secret, 'sign'>, liveId: string, memberId: string): string =>
  secret.sign('room-staff', `${liveId} ${memberId}`).slice(0, 16)
