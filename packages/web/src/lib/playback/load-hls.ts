import type Hls from 'hls.js'
import { yieldToMain } from '../clock/yield-to-main.ts'

/** The class of hls.js, fetched when a page first plays something: 111 KB that other pages don't pay for. */
export const loadHls = async (): Promise<typeof Hls> => {
  await yieldToMain()
  return (await import('hls.js/light')).default
}
