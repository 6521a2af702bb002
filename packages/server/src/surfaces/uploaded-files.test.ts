import { commentModImportRoutes } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { pictureFileLimits, pictureFileProblem } from '@kaimai/contract/common/picture-file.rules.ts'
import type { Route } from '@kaimai/contract/common/route.ts'
import { sheetFileProblem } from '@kaimai/contract/common/sheet-file.rules.ts'
import { sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { scriptSheetRoutes } from '@kaimai/contract/live/script-sheet.routes.ts'
import { settlementRoutes } from '@kaimai/contract/payment/settlement.routes.ts'
import { statementRoutes } from '@kaimai/contract/payment/statement.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { optOutSheetRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../test/fixtures.ts'
import { aForm, aLive, aVideo } from '../../test/studio.ts'
import { type Member, multipart, urlOf } from '../../test/test-app.ts'

const t = await sharedApp()

const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const long = (head: Uint8Array, size: number): Uint8Array => {
  const bytes = new Uint8Array(size).fill(65)
  bytes.set(head)
  return bytes
}

/** Status, and the words of the refusal. */
const send = async (
  { headers }: Member,
  { method, url }: { readonly method: Route['method']; readonly url: string },
  fields: Record<string, string>,
  files: Record<string, Uint8Array>,
): Promise<readonly [number, string | undefined]> => {
  const form = multipart(fields, files)
  const all = { ...headers, ...form.headers, 'accept-language': 'en' }
  const { status, body } = await t.request({ method, url, headers: all, payload: form.payload })
  return [status, (body as { error?: { message: string } }).error?.message]
}

describe('pictures', () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const places = {
    'for products, posters and texts': async () => ({
      to: { method: 'POST', url: urlOf(videoRoutes.uploadImage, {}) } as const,
      fields: { name: 'a.jpg' },
      part: 'file',
    }),
    'of virtual users': async () => ({
      to: { method: 'POST', url: urlOf(virtualUserRoutes.uploadImage, {}) } as const,
      fields: {},
      part: 'file',
    }),
    'of films': async (member: Member) => ({
      to: {
        method: 'PUT',
        url: urlOf(videoRoutes.changeThumbnail, { params: { id: await aVideo(t, member) } }),
      } as const,
      fields: {},
      part: 'picture',
    }),
  }

  test.each(Object.entries(places))(
    'SURFACES-280 Pictures %s: what is none, or too large, is refused in the words that the browser has',
    async (_name, placeOf) => {
      const member = await t.aFirm()
      const { to, fields, part } = await placeOf(member)
      for (const [bytes, status] of [
        [text('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 400],
        [text('a text that is called a.jpg'), 400],
        [long(png, pictureFileLimits.bytes + 1), 413],
      ] as const) {
        const reason = pictureFileProblem(bytes.length, bytes)
        const words = reason && formatErrorText(reason, 'en')
        expect(words).toBeDefined()
        expect(await send(member, to, fields, { [part]: bytes })).toEqual([status, words])
      }
    },
  )
})

describe('sheets', () => {
  const fileName = 'rows.csv'
  /** A form with a session that people may be brought into. */
  const intoSession = async (member: Member): Promise<Record<string, string>> => {
    await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
    const live = await aLive(t, member)
    const form = await aForm(t, member, [{ liveId: live.id }])
    return { fileName, signupId: form.id, liveId: live.id, consentSource: '市集' }
  }
  interface Place {
    readonly route: Route
    readonly fields: Record<string, string> | ((member: Member) => Promise<Record<string, string>>)
  }
  const places: Readonly<Record<string, Place>> = {
    'of products': { route: productImportRoutes.read, fields: { fileName } },
    'of people for a session': { route: signupUserImportRoutes.read, fields: intoSession },
    'of comments': { route: commentModImportRoutes.read, fields: { fileName } },
    'of a live’s programme': { route: scriptSheetRoutes.readScript, fields: {} },
    'of the bank': { route: statementRoutes.import, fields: {} },
    'of payment companies': { route: settlementRoutes.import, fields: {} },
    'of people to write to': { route: sendingRoutes.readList, fields: {} },
    'of opt-outs': { route: optOutSheetRoutes.read, fields: { fileName } },
  }

  test.each(Object.entries(places))(
    'SURFACES-281 Sheets %s: what is none, or too large, is refused in the words that the browser has',
    async (_name, { route, fields }) => {
      const member = await t.aFirm()
      const to = { method: 'POST', url: urlOf(route, {}) } as const
      const sent = typeof fields === 'function' ? await fields(member) : fields
      for (const bytes of [
        text('%PDF-1.7 a statement'),
        Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
        Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10),
        new Uint8Array(),
        long(text('a,b\n'), sheetLimits.bytes + 1),
      ]) {
        const reason = sheetFileProblem(bytes.length, bytes)
        const words = reason && formatErrorText(reason, 'en')
        expect(words).toBeDefined()
        expect(await send(member, to, sent, { file: bytes })).toEqual([400, words])
      }
    },
  )
})
