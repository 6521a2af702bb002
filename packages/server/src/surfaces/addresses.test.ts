import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { ShopperKey } from '@kaimai/contract/order/checkout.schema.ts'
import { ViewerKey } from '@kaimai/contract/room/room.routes.ts'
import { PageViewToken } from '@kaimai/contract/tracking/tracking.schema.ts'
import {
  hasVariants,
  iconUrl,
  pictureWidths,
  sizedName,
  variantAt,
  variantUrl,
} from '@kaimai/contract/video/picture.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createOrderKeys } from '../modules/order/order-keys.ts'
import { createPageViewTokens } from '../modules/tracking/page-view-token.ts'
import { pictureRequestOf } from '../modules/video/picture-files.ts'
import { createVideoUrls, imageKey, thumbnailFileOf } from '../modules/video/video-files.ts'
import { createAvatars } from '../modules/virtual-user/avatars.ts'
import { manualClock } from '../platform/clock.ts'
import { secretFrom } from '../platform/secret.ts'
import { pageAt } from './page-paths.ts'

/** Every text below a schema, by the path of its field: `variants[].name`. */
const textsOf = (schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] => {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'string':
      return [[path, schema]]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => textsOf(part, path === '' ? name : `${path}.${name}`))
    case 'array':
      return textsOf(def.element, `${path}[]`)
    case 'record':
      return textsOf(def.valueType, `${path}{}`)
    case 'union':
      return def.options.flatMap((option) => textsOf(option, path))
    case 'intersection':
      return [...textsOf(def.left, path), ...textsOf(def.right, path)]
    case 'tuple':
      return def.items.flatMap((item, at) => textsOf(item, `${path}.${at}`))
    case 'pipe':
      return textsOf(def.in, path)
    case 'lazy':
      return textsOf(def.getter(), path)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return textsOf(def.innerType, path)
    default:
      return []
  }
}

const takes = (schema: z.core.$ZodType, text: string): boolean => z.safeParse(schema, text).success

/** Where the contract takes the address of a stored picture: a text that nothing else fits into. */
const pictureFields = Object.entries(allRoutes).flatMap(([route, { body, query }]) =>
  [body, query]
    .flatMap((part) => (part === undefined ? [] : textsOf(part, '')))
    .filter(([, schema]) => takes(schema, '/media/image/ia.webp') && !takes(schema, 'https://example.com/a.webp'))
    .filter(([, schema]) => !takes(schema, 'words'))
    .map(([path, schema]) => ({ name: `${route} ${path}`, schema })),
)

const masters = fc.string({ minLength: 20, maxLength: 43 }).filter((text) => text.replaceAll(',', '').trim() !== '')
const base64url = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCxyz019-_'), minLength: length, maxLength: length })
/** Each hash begins with '-' once in 64 times: enough runs to meet it whatever else holds. */
const runs = { numRuns: 500 }

const avatars = createAvatars()
const avatarIds = avatars.ids()

test('SURFACES-800 Every address of a picture that is made here fits into every field that takes a picture', () => {
  const names = pictureFields.map(({ name }) => name)
  for (const field of [
    'signup.create posterInfoList[]',
    'signup.create metaImage',
    'signup.create backgroundImage',
    'live.create liveImage',
    'live.create liveInfoImage[]',
    'product.create images[]',
    'salesPage.create metaImage',
  ])
    expect(names).toContain(field)
  fc.assert(
    fc.property(
      masters,
      fc.uuid(),
      fc.nat({ max: 99 }),
      base64url(20),
      fc.integer({ min: 1, max: 2000 }),
      fc.constantFrom(...avatarIds),
      (master, videoId, no, random, width, avatar) => {
        const urls = createVideoUrls(secretFrom(master))
        const thumbnail = urls.urlOf(videoId, thumbnailFileOf(no))
        const upload = `/media/${imageKey(sizedName(random, { width, height: width }), '.webp')}`
        for (const url of [thumbnail, upload, avatars.urlOf(avatar)])
          for (const { name, schema } of pictureFields) expect(takes(schema, url), `${name} takes ${url}`).toBe(true)
        // What is made is also found again, in every width and as the icon.
        expect(urls.keyOf(thumbnail.slice('/media/video/'.length))).toBe(`video/${videoId}/${thumbnailFileOf(no)}`)
        for (const url of [thumbnail, upload]) {
          expect(hasVariants(url), url).toBe(true)
          for (const size of pictureWidths)
            expect(variantAt(variantUrl(url, size, 'avif'))).toEqual({ url, width: size, format: 'avif' })
          expect(pictureRequestOf(iconUrl(url))).toEqual({ url, picture: 'icon' })
        }
      },
    ),
    runs,
  )
})

test('SURFACES-801 A hash that begins with a minus sign is as good as any other', () => {
  const url = '/media/video/0199b2f4-6f4e-7c3a-9d21-4a1f0a6f2c11/-Xk3vQh0mB2c9Zr7TtWq1A/thumb.jpg'
  for (const { name, schema } of pictureFields) expect(takes(schema, url), name).toBe(true)
})

test('SURFACES-802 Every key that is made for an address or a header fits into the schema that reads it', () => {
  fc.assert(
    fc.property(masters, fc.uuid(), fc.uuid(), base64url(16), (master, id, firmId, viewId) => {
      const secret = secretFrom(master)
      const orderKey = createOrderKeys(secret).keyOf(id)
      expect(takes(ShopperKey, orderKey), orderKey).toBe(true)
      expect(pageAt(`/order/${orderKey}`)).toEqual({ page: 'order', orderKey })
      const viewerKey = secret.sign('viewer-key', `${id} 1`).slice(0, 27)
      expect(takes(ViewerKey, viewerKey), viewerKey).toBe(true)
      expect(pageAt(`/stream/ABCDEF234567GH/${viewerKey}`)).toMatchObject({ view: 'room', userId: viewerKey })
      const tokens = createPageViewTokens({ secret, clock: manualClock('2026-11-26T00:00:00Z') })
      const token = tokens.sign({ firmId, page: 'signup', pageId: id, path: `/f/${viewId}` })
      expect(takes(PageViewToken, token), token).toBe(true)
      expect(tokens.viewOf(token)?.firmId).toBe(firmId)
    }),
    runs,
  )
})
