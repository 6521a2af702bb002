import type { Page } from '@kaimai/contract/common/page.ts'
import {
  type StatementBooking,
  type StatementRow,
  type StatementRowState,
  statementRoutes,
} from '@kaimai/contract/payment/statement.routes.ts'
import { expectSheet } from '../../lib/file/expect-file.ts'
import { call } from '../../lib/http/http.ts'
import { orderKey } from './order.api.ts'

/** A file with the character set that was chosen for it. */
export interface SentFile {
  readonly file: File
  readonly charset?: string
}

/** Stands below orders: what changes them may change what a transfer is for. */
export const statementKey = [...orderKey, 'statement'] as const

export const importStatement = async ({ file, charset }: SentFile) => {
  await expectSheet(file)
  const form = new FormData()
  if (charset !== undefined) form.append('charset', charset)
  form.append('file', file)
  return call(statementRoutes.import, { body: form }, { quiet: true })
}

export const loadStatement = (
  request: { readonly limit: number; readonly cursor?: string; readonly state?: StatementRowState },
  signal: AbortSignal,
): Promise<Page<StatementRow>> => call(statementRoutes.list, { query: request }, { signal })

export const bookTransfer = (id: string, body: StatementBooking) =>
  call(statementRoutes.book, { params: { id }, body }, { quiet: true })

export const setTransferAside = (id: string, setAside: boolean) =>
  call(statementRoutes.setAside, { params: { id }, body: { setAside } })
