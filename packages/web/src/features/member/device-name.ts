const browsers = [
  [/\bLine\//, 'LINE'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

export type DeviceKind = 'phone' | 'tablet' | 'computer'

export interface DeviceName {
  /** 'Chrome · macOS'; empty when the browser doesn't say. */
  readonly name: string
  readonly kind: DeviceKind
}

/** What a browser calls itself, in the few words by which its owner knows the device. */
export const deviceNameOf = (userAgent: string): DeviceName => {
  const find = (table: readonly (readonly [RegExp, string])[]) => table.find(([sign]) => sign.test(userAgent))?.[1]
  const system = find(systems)
  const isTablet = system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(userAgent))
  const kind = isTablet ? 'tablet' : system === 'iPhone' || system === 'Android' ? 'phone' : 'computer'
  return { name: [find(browsers), system].filter((part) => part !== undefined).join(' · '), kind }
}
