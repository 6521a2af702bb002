const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Reads one cookie of a Cookie header. One that nobody encoded rightly is none. */
export const cookieReader =
  (header: string | undefined) =>
  (name: string): string | undefined => {
    for (const part of (header ?? '').split(';')) {
      const [key, ...rest] = part.trim().split('=')
      if (key === name) return decoded(rest.join('='))
    }
    return undefined
  }

export const cookieText = (
  name: string,
  value: string,
  options: { maxAgeSeconds: number; path?: string; secure: boolean },
): string =>
  `${name}=${encodeURIComponent(value)}; Path=${options.path ?? '/'}; Max-Age=${options.maxAgeSeconds}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`
