import type { SoundMemory } from '../../../../lib/playback/sound-memory.ts'
import { createDeviceMemory, type DeviceMemory, deviceMemory } from '../../../../lib/audience/device-memory.ts'

/** As long as the tab is open. */
const tabMemory = createDeviceMemory(() => sessionStorage)

/** How loud is remembered for good; that it was on only for this visit, or a phone in a meeting would speak up. */
export const soundMemory = (device: DeviceMemory = deviceMemory, tab: DeviceMemory = tabMemory): SoundMemory => ({
  read: () => ({ volume: device.read('volume'), on: tab.read('sound') === true }),
  write: ({ volume, on }) => {
    device.write('volume', volume)
    tab.write('sound', on)
  },
})
