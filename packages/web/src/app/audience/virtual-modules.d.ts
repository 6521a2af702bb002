declare module 'virtual:audience-assets' {
  export const assets: import('../build/audience-assets.ts').AudienceAssets
}
