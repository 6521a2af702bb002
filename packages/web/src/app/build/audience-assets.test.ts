import { expect, test } from 'vitest'
import { audienceAssetsOf } from './audience-assets.ts'

const entry = 'src/app/audience/start.ts'
const main = 'src/app/audience/main.tsx'
const manifest = {
  [entry]: { file: 'assets/start.js', imports: ['_helper.js'], dynamicImports: [main] },
  '_helper.js': { file: 'assets/helper.js' },
  [main]: { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_cart.js': { file: 'assets/cart.js', css: ['assets/cart.css'], imports: ['_react.js'] },
  'src/features/signup/sign-up.audience.tsx': { file: 'assets/sign-up.js', imports: [main, '_react.js'] },
  'src/features/room/room.audience.tsx': {
    file: 'assets/room.js',
    css: ['assets/room.css'],
    imports: ['_cart.js', '_react.js'],
    dynamicImports: ['_hls.js'],
  },
  '_hls.js': { file: 'assets/hls.js' },
  'src/features/room/audience/text/en.json': { file: 'assets/en-room.js' },
}

test('APP-17 A page names the files of its first load: the shared ones, its own, and nothing that is loaded later', () => {
  const assets = audienceAssetsOf(manifest, [entry, main], (url) => `/* ${url} */`)
  expect(assets.entry).toBe('/assets/start.js')
  expect(assets.entryParts).toEqual(['/assets/helper.js'])
  expect(assets.shared).toEqual({
    js: ['/assets/start.js', '/assets/helper.js', '/assets/main.js', '/assets/react.js'],
    css: ['/assets/main.css'],
  })
  expect(assets.pages).toEqual({
    'sign-up': { js: ['/assets/sign-up.js'], css: [] },
    room: { js: ['/assets/room.js', '/assets/cart.js'], css: ['/assets/room.css', '/assets/cart.css'] },
  })
  expect(Object.keys(assets.styles)).toEqual(['/assets/main.css', '/assets/room.css', '/assets/cart.css'])
  expect(assets.styles['/assets/main.css']).toBe('/* /assets/main.css */')
  expect(assets.texts).toEqual({ 'room/en': '/assets/en-room.js' })
})
