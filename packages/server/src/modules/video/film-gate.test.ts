import { fingerprintOf, fingerprintSamples } from '@kaimai/contract/video/fingerprint.rules.ts'
import { testFilm, testWebm } from '@kaimai/contract/video/test-film.ts'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { chunkBytes, chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { type Member, multipart, type Reply } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
afterEach(() => vi.unstubAllEnvs())

const printOf = (file: Uint8Array): string =>
  fingerprintOf(
    file.length,
    fingerprintSamples(file.length).map(({ start, end }) => file.subarray(start, end)),
  )

const send = (
  member: Member,
  file: Uint8Array,
  uuid: string,
  at: number,
  change: Readonly<Record<string, string>> = {},
): Promise<Reply> => {
  const { offset, length } = chunksOf(file.length)[at] ?? { offset: 0, length: 0 }
  const form = multipart(
    {
      firmId: member.firmId,
      uuid,
      chunk: String(at),
      offset: String(offset),
      size: String(file.length),
      name: '開窯.mp4',
      type: '.mp4',
      finished: 'false',
      duration: '0',
      ...change,
    },
    { file: file.subarray(offset, offset + length) },
  )
  const headers = { ...member.headers, ...form.headers, 'accept-language': 'en' }
  return t.request({ method: 'POST', url: '/api/video', headers, payload: form.payload })
}
/** Status, the words, and the words at the file. */
const answerOf = ({ status, body }: Reply) => {
  const { error } = body as { error?: { message: string; fields?: Record<string, string> } }
  return [status, error?.message, error?.fields?.['file']]
}
const refused = (status: number, { en }: { readonly en: string }) => [status, en, en]
const heldBy = async (member: Member) => (await t.call(videoRoutes.list, { query: {} }, member.headers)).total
const uploaded = (member: Member, uuid: string) => t.call(videoRoutes.uploaded, { query: { uuid } }, member.headers)

const webm = { en: videoErrors.videoOtherFormat.en.replaceAll('{{format}}', 'WebM') }

test('VIDEO-860 A WebM named .mp4 is refused with its first chunk in words that name it, and takes no space', async () => {
  const member = await t.aFirm()
  const file = testWebm(3 * chunkBytes)
  expect(answerOf(await send(member, file, newId(), 0))).toEqual(refused(400, webm))
  expect(await heldBy(member)).toBe(0)
  const uuid = newId()
  expect((await send(member, file, uuid, 2)).status).toBe(200)
  expect(answerOf(await send(member, file, uuid, 0))).toEqual(refused(400, webm))
  expect([await heldBy(member), await uploaded(member, uuid)]).toEqual([0, { chunks: [], finished: false }])
})

test.each(['hvc1', 'apcn', 'mp2v'])(
  'VIDEO-861 A film of %s is begun where the server encodes; elsewhere its first chunk is refused, and whoever asks before knows',
  async (picture) => {
    const member = await t.aFirm()
    const file = testFilm(2 * chunkBytes, { picture })
    const query = { fingerprint: printOf(file), size: file.length }
    expect((await t.call(videoRoutes.known, { query }, member.headers)).encodes).toBe(true)
    expect((await send(member, file, newId(), 0)).status).toBe(200)
    vi.stubEnv('PATH', '')
    expect((await t.call(videoRoutes.known, { query }, member.headers)).encodes).toBe(false)
    expect(answerOf(await send(member, file, newId(), 0))).toEqual(refused(400, videoErrors.videoCodec))
    expect((await send(member, testFilm(2 * chunkBytes), newId(), 0)).status).toBe(200)
  },
)

test('VIDEO-862 What a film says only at its end is refused with the last chunk, and its upload is gone', async () => {
  const member = await t.aFirm()
  const file = testFilm(chunkBytes + 5000, { picture: undefined, indexLast: true })
  const uuid = newId()
  expect((await send(member, file, uuid, 0)).status).toBe(200)
  expect(answerOf(await send(member, file, uuid, 1, { finished: 'true' }))).toEqual(
    refused(400, videoErrors.videoNoPicture),
  )
  expect([await heldBy(member), await uploaded(member, uuid)]).toEqual([0, { chunks: [], finished: false }])
})

test('VIDEO-863 A chunk of another film of the same name and size never gets into an upload; the same film goes on', async () => {
  const member = await t.aFirm()
  const file = testFilm(3 * chunkBytes)
  const other = Uint8Array.from(file)
  other.fill(7, 2 * chunkBytes)
  const uuid = newId()
  expect((await send(member, file, uuid, 0, { fingerprint: printOf(file) })).status).toBe(200)
  for (const at of [0, 1])
    expect(answerOf(await send(member, other, uuid, at, { fingerprint: printOf(other) }))).toEqual(
      refused(409, videoErrors.uploadChanged),
    )
  const shorter = testFilm(2 * chunkBytes)
  expect(answerOf(await send(member, shorter, uuid, 1))).toEqual(refused(409, videoErrors.uploadChanged))
  expect(await uploaded(member, uuid)).toEqual({ chunks: [0], finished: false })
  expect((await send(member, file, uuid, 1, { fingerprint: printOf(file) })).status).toBe(200)
  const last = await send(member, file, uuid, 2, { fingerprint: printOf(file), finished: 'true' })
  expect(last.body).toMatchObject({ data: { result: 'Success' } })
})

test('VIDEO-864 Old and new chunks that do not make the film that was announced are refused at the end, and gone', async () => {
  const member = await t.aFirm()
  const file = testFilm(3 * chunkBytes)
  const changed = Uint8Array.from(file).fill(7, chunkBytes)
  const uuid = newId()
  const fingerprint = printOf(file)
  await send(member, file, uuid, 0, { fingerprint })
  await send(member, changed, uuid, 1, { fingerprint })
  const last = await send(member, changed, uuid, 2, { fingerprint, finished: 'true' })
  expect(answerOf(last)).toEqual(refused(400, videoErrors.uploadChanged))
  expect(await heldBy(member)).toBe(0)
})

test('VIDEO-865 Packaging again is offered where it may help, not for a film that only another file can replace', async () => {
  const member = await t.aFirm()
  const uuid = newId()
  const file = testFilm(5000)
  await send(member, file, uuid, 0)
  const failed = async (problem: keyof typeof videoErrors) => {
    await t.platform.db.raw(`update video set state = 'failed', problem = $2 where "uploadId" = $1`, [uuid, problem])
    return (await t.call(videoRoutes.list, { query: {} }, member.headers)).items[0]?.mayRetry
  }
  expect(await failed('videoUnreadable')).toBe(true)
  for (const problem of ['videoIncomplete', 'videoNoPicture', 'videoProtected', 'videoTooShort'] as const)
    expect([problem, await failed(problem)]).toEqual([problem, false])
})
