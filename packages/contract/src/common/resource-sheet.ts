import { z } from 'zod'
import { firm } from './access.ts'
import { Nothing } from './fields.ts'
import { importRoutesAt, ImportFile } from './import-run.ts'
import type { ListQuery } from './page.ts'
import type { AnyResource } from './resource.ts'
import { raw } from './route.ts'
import { ExportQuery, progressParam, sheetTypes } from './sheet.ts'

/** The routes by which a resource leaves as a file and comes in from one. */
export const resourceSheetRoutes = <
  R extends Pick<AnyResource, 'path' | 'names' | 'permission'> & { readonly Query: z.ZodObject },
>({
  path,
  names,
  permission,
  Query,
}: R) => {
  const [, many] = names
  const { cursor: _cursor, limit: _limit, ...narrowing } = Query.shape
  return {
    ...importRoutesAt(`${path}/import`, firm(permission, 'write'), { what: many, body: ImportFile, start: Nothing }),
    export: {
      method: 'GET',
      path: `${path}/export`,
      summary: `The ${many} as an Excel or CSV file, narrowed and sorted as the list; \`template\` answers an empty one to fill in.`,
      access: firm(permission),
      query: ExportQuery.extend({
        ...(narrowing as Pick<typeof ListQuery.shape, 'q' | 'sort'> & { state: z.ZodOptional<z.ZodType<string>> }),
        template: z.literal('1').optional(),
        progress: progressParam,
      }),
      answer: raw(sheetTypes.xlsx),
      added: true,
    },
  } as const
}
