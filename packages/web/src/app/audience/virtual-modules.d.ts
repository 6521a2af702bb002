declare module 'virtual:audience-assets' {
  interface AssetList {
    readonly js: readonly string[]
    readonly css: readonly string[]
  }
  export const assets: {
    readonly entry: string
    readonly shared: AssetList
    readonly pages: Readonly<Record<string, AssetList>>
    readonly texts: Readonly<Record<string, string>>
  }
}
