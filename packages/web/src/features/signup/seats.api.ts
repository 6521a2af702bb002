import { type DeviceMemory, deviceMemory } from '../../lib/audience/device-memory.ts'

/**
 * Paths of the rooms that somebody signed up for on this device by a form. They are what keepSeats (device-signups.ts)
 * stores; read here by itself, as a page that shares that file with the form's would make the form's first load longer.
 */
export const seatsOn = (customUrl: string, memory: DeviceMemory = deviceMemory): readonly string[] => {
  const stored = memory.read(`seats.${customUrl}`)
  if (typeof stored !== 'object' || stored === null) return []
  return Object.values(stored).filter((path): path is string => typeof path === 'string' && path.startsWith('/stream/'))
}
