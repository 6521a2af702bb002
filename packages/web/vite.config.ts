import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { devPagesPlugin } from './dev-pages-plugin.ts'

export const webRoot = fileURLToPath(new URL('.', import.meta.url))

const read: unknown = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const version = typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : ''

/** What the console's, the audience's and the server's bundle have in common. */
export const baseConfig = {
  root: webRoot,
  plugins: [react()],
  define: { __KAIMAI_VERSION__: JSON.stringify(version) },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[local]_[hash:base64:6]' } },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
} as const satisfies UserConfig

/**
 * The oldest browsers that audience pages run in: syntax and prefixes are theirs, and what they have no method or style for
 * comes from src/lib/older-browser. docs/devices.md names them.
 */
export const audienceBrowsers = ['chrome94', 'edge94', 'firefox93', 'ios15.4', 'safari15.4'] as const

const target = process.env.API_URL ?? 'http://127.0.0.1:3000'

// The default export is Vite's own demand. Development: console and audience pages from source, with HMR.
export default defineConfig({
  ...baseConfig,
  plugins: [...baseConfig.plugins, devPagesPlugin(target)],
  server: { proxy: { '/api': { target, ws: true }, '/media': { target }, '/demo-room': { target } } },
  appType: 'custom',
})
