import type { Sent } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { scriptSheetRoutes } from '@kaimai/contract/live/script-sheet.routes.ts'
import { call } from '../../../lib/http/http.ts'

type ScriptSent = Exclude<Sent<typeof scriptSheetRoutes.writeScript>['body'], FormData>

export const readScriptSheet = (form: FormData, signal: AbortSignal) =>
  call(scriptSheetRoutes.readScript, { body: form }, { signal, quiet: true })

export const writeScriptSheet = (body: ScriptSent) => call(scriptSheetRoutes.writeScript, { body })

export const scriptTemplate = (format: SheetFormat) => call(scriptSheetRoutes.scriptTemplate, { query: { format } })
