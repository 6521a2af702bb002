/** What the console remembers of a login (spec section 3). The bearer is never stored. */
export interface StoredAuth {
  readonly token: string
  readonly firmId: string
  readonly userId: string
  readonly deviceId: string
  readonly csrf: string
}

export const storedAuthKey = 'ramate_auth'
/** Everything else that the console keeps in local or session storage starts with this; a logout removes it. */
export const consoleKeyPrefix = 'console.'

/** The random name of this browser: a logout leaves it, so that the server knows the browser again at the next login. */
const deviceKey = 'ramate_device'

export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The stored item, or undefined when there is none or it can't be read. */
export const readStoredAuth = (storage: KeyValues): StoredAuth | undefined =>
  parseStoredAuth(storage.getItem(storedAuthKey))

export const parseStoredAuth = (text: string | null): StoredAuth | undefined => {
  if (text === null) return undefined
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return undefined
    const part = (name: string): string => {
      const value: unknown = Reflect.get(read, name)
      return typeof value === 'string' ? value : ''
    }
    const auth = {
      token: part('token'),
      firmId: part('firmId'),
      userId: part('userId'),
      deviceId: part('deviceId'),
      csrf: part('csrf'),
    }
    return auth.token && auth.firmId && auth.userId && auth.deviceId ? auth : undefined
  } catch {
    return undefined
  }
}

export const writeStoredAuth = (storage: KeyValues, auth: StoredAuth): void =>
  storage.setItem(storedAuthKey, JSON.stringify(auth))

export const readDeviceId = (storage: KeyValues): string | undefined => storage.getItem(deviceKey) ?? undefined
export const writeDeviceId = (storage: KeyValues, deviceId: string): void => storage.setItem(deviceKey, deviceId)

/** Removes the console's keys; a viewer's keys and the language stay. */
export const clearConsoleKeys = (storage: KeyValues): void => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) {
    if (key === storedAuthKey || key?.startsWith(consoleKeyPrefix)) storage.removeItem(key)
  }
}
