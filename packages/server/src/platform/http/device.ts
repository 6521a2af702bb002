import { createHash } from 'node:crypto'
import { unguessable } from '../ids.ts'
import type { Surroundings } from './bind.ts'

/** Names a browser over visits; HttpOnly, so that no script reads or copies it. */
const cookieName = 'kaimai_device'
const cookieDays = 400

const hashOf = (device: string): string => createHash('sha256').update(device).digest('base64url')

/** The hash of this device's cookie; undefined when it has none. */
export const knownDevice = ({ cookie }: Pick<Surroundings, 'cookie'>): string | undefined => {
  const device = cookie(cookieName)
  return device === undefined || device.length < 16 ? undefined : hashOf(device)
}

/** The same, giving the device a cookie when it has none. Only for calls that change something: a GET sets nothing. */
export const deviceHash = (surroundings: Pick<Surroundings, 'cookie' | 'setCookie'>): string => {
  const found = knownDevice(surroundings)
  if (found !== undefined) return found
  const device = unguessable(20)
  surroundings.setCookie(cookieName, device, { maxAgeSeconds: cookieDays * 86_400 })
  return hashOf(device)
}
