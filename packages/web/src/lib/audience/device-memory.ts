/** What this device keeps between visits. A browser that keeps nothing (private, full) is a new device each time. */
export interface DeviceMemory {
  read(name: string): unknown
  write(name: string, value: unknown): void
  forget(name: string): void
}

const prefix = 'kaimai.'

export const createDeviceMemory = (storage: () => Storage): DeviceMemory => ({
  read: (name) => {
    try {
      const text = storage().getItem(prefix + name)
      return text === null ? undefined : JSON.parse(text)
    } catch {
      return undefined
    }
  },
  write: (name, value) => {
    try {
      storage().setItem(prefix + name, JSON.stringify(value))
    } catch {
      // Full or forbidden: the page works on, only nothing is remembered.
    }
  },
  forget: (name) => {
    try {
      storage().removeItem(prefix + name)
    } catch {
      // As above.
    }
  },
})

export const deviceMemory = createDeviceMemory(() => localStorage)
