import { firm } from '../common/access.ts'
import { Nothing } from '../common/fields.ts'
import { ImportFile, importRoutesAt } from '../common/import-run.ts'
import { defineRoutes } from '../common/route.ts'

/** Products out of a file: found by id, keyword or name and changed, or made. */
export const productImportRoutes = defineRoutes(
  'console',
  importRoutesAt('/product/import', firm('stream', 'write'), { what: 'products', body: ImportFile, start: Nothing }),
)
