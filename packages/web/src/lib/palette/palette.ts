export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly note?: string
  /** Where it leads, from lib/paths. */
  readonly to: string
}

/**
 * What a feature adds to ⌘K, in `features/<slug>/<slug>.palette.ts`; the group's heading is the text
 * `palette.group.<slug>` of the app. Asked with at least two characters, a quarter of a second after the last key.
 */
export interface PaletteSource {
  readonly slug: string
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>
}

export const definePalette = (source: PaletteSource): PaletteSource => source
