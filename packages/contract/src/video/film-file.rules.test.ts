import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadBytes } from './film-boxes.rules.ts'
import { filmProblem, readFilm } from './film-file.rules.ts'
import { testFilm, testWebm } from './test-film.ts'
import { videoErrors } from './video.errors.ts'

const from =
  (bytes: Uint8Array): ReadBytes =>
  async (start, end) =>
    bytes.subarray(start, end)
const problemOf = async (bytes: Uint8Array, { size = bytes.length, encodes = true } = {}) =>
  filmProblem(await readFilm(size, from(bytes)), { encodes })

describe('what may be uploaded as a film', () => {
  test.each([
    ['H.264', 'avc1.64001f'],
    ['HEVC of a phone', 'hvc1'],
    ['ProRes', 'apcn'],
    ['MPEG-2', 'mp2v'],
  ])(
    'VIDEO-840 %s is taken where the server encodes, with its list of tracks first or last',
    async (_name, picture) => {
      for (const indexLast of [false, true])
        expect(await problemOf(testFilm(5000, { picture, indexLast }))).toBeUndefined()
    },
  )

  test.each([
    ['avc1.64001f', 'mp4a', undefined],
    ['avc1.6e0033', 'mp4a', 'videoCodec'],
    ['hvc1', 'mp4a', 'videoCodec'],
    ['apcn', 'mp4a', 'videoCodec'],
    ['mp2v', 'mp4a', 'videoCodec'],
    ['avc1.64001f', 'sowt', 'videoCodec'],
  ])('VIDEO-841 %s with %s, where nothing encodes: %s', async (picture, sound, name) => {
    expect(await problemOf(testFilm(5000, { picture, sound }), { encodes: false })).toEqual(
      name === undefined ? undefined : videoErrors[name as 'videoCodec'],
    )
  })

  test('VIDEO-842 Sound alone, what is protected and what broke off are refused, each with what to upload instead', async () => {
    expect(await problemOf(testFilm(5000, { picture: undefined }))).toBe(videoErrors.videoNoPicture)
    expect(await problemOf(testFilm(5000, { picture: 'encv' }))).toBe(videoErrors.videoProtected)
    expect(await problemOf(testFilm(5000, { indexLast: true }).subarray(0, 4500))).toBe(videoErrors.videoIncomplete)
    for (const { en } of [videoErrors.videoProtected, videoErrors.videoIncomplete]) expect(en).toContain('MP4 (H.264')
  })

  test.each([
    ['WebM', testWebm(300)],
    ['MKV', Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0)],
    ['AVI', new TextEncoder().encode('RIFF1234AVI LIST')],
    ['MPEG', Uint8Array.of(0, 0, 1, 0xba, 0x44, 0, 4, 0)],
    ['MPEG-TS', Uint8Array.from({ length: 300 }, (_, at) => (at % 188 === 0 ? 0x47 : 1))],
  ])('VIDEO-843 %s is named as what it is, whatever its file is called', async (format, bytes) => {
    expect(await problemOf(bytes)).toEqual({ reason: videoErrors.videoOtherFormat, values: { format } })
  })

  test('VIDEO-844 A text, a picture and an empty file are no film', async () => {
    for (const content of ['a text and no film', '\u0089PNG\r\n', ''])
      expect(await problemOf(new TextEncoder().encode(content))).toBe(videoErrors.videoNotFilm)
  })

  test('VIDEO-845 Of a film that is here in part nothing is refused but what that part shows', async () => {
    const [first, last] = [false, true].map((indexLast) => testFilm(5000, { picture: undefined, indexLast }))
    expect(await problemOf(first?.subarray(0, 1000) ?? new Uint8Array(), { size: 5000 })).toBe(
      videoErrors.videoNoPicture,
    )
    expect(await problemOf(last?.subarray(0, 1000) ?? new Uint8Array(), { size: 5000 })).toBeUndefined()
  })

  test('VIDEO-846 Whatever bytes a file holds, it is answered from what lies within it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(1500), byte: fc.nat(255) }), { maxLength: 30 }),
        fc.boolean(),
        async (changes, indexLast) => {
          const bytes = testFilm(1500, { indexLast })
          for (const { at, byte } of changes) bytes[at] = byte
          const facts = await readFilm(bytes.length, async (start, end) => {
            expect(start >= 0 && start < end && end <= bytes.length).toBe(true)
            return bytes.subarray(start, end)
          })
          expect(['found', 'missing', 'unseen']).toContain(facts.index)
        },
      ),
    ))
})
