import type { Plugin } from 'vite'
import { withoutHeads } from './src/app/build/page-head-code.ts'

const pages = /\.audience\.tsx$|-page-head\.ts$/

/** In the browser's bundle audience pages have no heads: the server has written them. */
export const pageHeadPlugin = (): Plugin => ({
  name: 'kaimai:page-head',
  enforce: 'post',
  transform(code, id) {
    if (!pages.test(id)) return undefined
    return { code: withoutHeads(code, this.parse(code)), map: null }
  },
})
