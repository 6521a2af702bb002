import type { Plugin } from 'vite'
import type { AudienceAssets } from './src/app/build/audience-assets.ts'

const id = 'virtual:audience-assets'

/** Lets the server's bundle know the names of the files that its pages load. */
export const audienceAssetsPlugin = (assets: AudienceAssets): Plugin => ({
  name: 'kaimai:audience-assets',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (source) => (source === `\0${id}` ? `export const assets = ${JSON.stringify(assets)}` : undefined),
})
