import { scriptSheetRoutes } from '@kaimai/contract/live/script-sheet.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ProductService } from '../product/product.service.ts'
import type { VirtualUserService } from '../virtual-user/virtual-user.service.ts'
import { readScript } from './read-script-sheet.ts'
import type { SheetProduct } from './sheet-products.ts'
import { exampleScript, writeScript } from './write-script-sheet.ts'

interface ScriptSheetParts {
  readonly products: Pick<ProductService, 'list'>
  readonly virtualUsers: Pick<VirtualUserService, 'byNames'>
  /** Where a picture is served. */
  readonly avatars: { readonly urlOf: (userImgId: string) => string }
}

const pageSize = 100
/** Products that a file may name. */
const maxProducts = 5000

export const scriptSheetPlugin = ({ products, virtualUsers, avatars }: ScriptSheetParts) => {
  const all = async (firmId: string): Promise<SheetProduct[]> => {
    const found: SheetProduct[] = []
    let cursor: string | undefined
    do {
      const page = await products.list(firmId, { limit: pageSize, cursor })
      found.push(...page.items)
      cursor = page.cursor
    } while (cursor !== undefined && found.length < maxProducts)
    return found
  }
  return bind(scriptSheetRoutes, {
    readScript: async ({ firm, body, files, language }) => {
      const read = await readScript({
        file: files['file'],
        charset: body.charset,
        mode: body.mode,
        language,
        products: await all(firm.id),
        people: { byNames: (names) => virtualUsers.byNames(firm.id, names) },
      })
      const commentList = read.script.commentList.map((comment) => ({
        ...comment,
        userImgUrl: avatars.urlOf(comment.userImgId),
      }))
      return { ...read, script: { ...read.script, commentList } }
    },
    writeScript: async ({ firm, body, language }) => {
      const { name, format, ...script } = body
      return writeScript({ format, language, name, script, products: await all(firm.id) })
    },
    scriptTemplate: async ({ firm, query, language }) => {
      const known = await all(firm.id)
      const example = exampleScript(language, known[0])
      const { format } = query
      return writeScript({ format, language, name: 'script', script: example, products: known, isExample: true })
    },
  })
}
