import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readDuration } from '@kaimai/contract/common/time.ts'
import { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import { ProductBody } from '@kaimai/contract/product/product.routes.ts'
import { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import { fingerprintOf, fingerprintSamples } from '@kaimai/contract/video/fingerprint.rules.ts'
import { chunkBytes, chunksOf } from '@kaimai/contract/video/video.rules.ts'
import type { z } from 'zod'
import type { App } from '../src/app.ts'
import { operatorOf } from '../src/platform/audit/audit.ts'
import { newId } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'
import { readPhone } from '../src/platform/read-phone.ts'
import { fillColleagues } from './colleagues.ts'
import { demoContent } from './content.ts'
import { fillSalesPages } from './sales-pages.ts'
import { withPictures } from './with-pictures.ts'

const dayMs = 86_400_000

const secondsOf = (hours: string): number => {
  const seconds = readDuration(hours.replace('-', '')) ?? 0
  return hours.startsWith('-') ? -seconds : seconds
}

/** What the demo firm has set, and three months of its hours and points. */
const fillSettings = async (app: App, platform: Platform, firmId: string): Promise<void> => {
  const { settings, hoursPast, pointsPast, deliveryMethods } = demoContent
  await app.services.settings.change(operatorOf(firmId), { ...settings, deliveryMethods: [...deliveryMethods] })
  const at = (daysAgo: number) => new Date(platform.clock.ms() - daysAgo * dayMs)
  for (const [place, { daysAgo, kind, hours }] of hoursPast.entries())
    await platform.db.raw(
      `insert into "liveHoursLedger" (id, "firmId", period, seconds, kind, "createdAt") values ($1, $2, $3, $4, $5, $6)`,
      [newId(), firmId, `demo-${place}`, secondsOf(hours), kind, at(daysAgo)],
    )
  for (const [place, { daysAgo, kind, tenths, note }] of pointsPast.entries())
    await platform.db.raw(
      `insert into "pointLedger" (id, "firmId", kind, key, tenths, note, "createdAt") values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), firmId, kind, `demo-${place}`, tenths, note, at(daysAgo)],
    )
}

/** Nobody has the rest of it: it stands for a merchant whose line broke off, until it is swept after seven days. */
const unfinished = { name: '中秋檔期預錄（第二版）.mp4', chunks: 3 } as const

/** The first chunk of a film whose content goes on in the next ones. */
const firstChunk = (): Buffer => {
  const bytes = Buffer.alloc(chunkBytes)
  bytes.write('\0\0\0\x10ftypisom', 'latin1')
  bytes.writeUInt32BE((unfinished.chunks - 1) * chunkBytes, 16)
  bytes.write('mdat', 20, 'latin1')
  return bytes
}

/** An upload that was left half-way: one chunk of three is here. */
const leaveUnfinishedUpload = async (app: App, firmId: string): Promise<void> => {
  await app.services.uploads.chunk(
    firmId,
    {
      firmId,
      uuid: newId(),
      chunk: 0,
      offset: 0,
      size: unfinished.chunks * chunkBytes,
      name: unfinished.name,
      type: '.mp4',
      finished: false,
      duration: 95,
      fingerprint: '',
    },
    firstChunk(),
    undefined,
  )
}

const media = (file: string): Promise<Uint8Array> =>
  readFile(fileURLToPath(new URL(`./media/${file}`, import.meta.url)))

const daysMs = 86_400_000

export interface DemoAccount {
  readonly account: string
  readonly password: string
}

/** What of the demo firm the rhythm of its sessions needs. */
export interface DemoFirm {
  readonly firmId: string
  readonly signupId: string
  readonly body: z.output<typeof LiveBody>
}

/**
 * Fills in the demo firm on the first start, by the same services that a merchant's clicks use: the recording is
 * uploaded in chunks and packaged by the job, pictures are re-encoded, and so on. Runs in half a minute at most.
 */
export const fillDemo = async ({
  app,
  platform,
  account,
}: {
  app: App
  platform: Platform
  account: DemoAccount
}): Promise<string> => {
  const { services } = app
  const { clock } = platform
  const content = demoContent

  await putAwayHalf(platform, account.account)
  const firmId = await services.auth.found(
    {
      ...account,
      email: content.firm.email,
      userName: content.firm.userName,
      phone: readPhone(content.firm.phone, 'TW', 'phone'),
    },
    {
      name: content.firm.name,
      contactLink: content.firm.contactLink,
      legalName: content.firm.legalName,
      taxId: content.firm.taxId,
      legalAddress: content.firm.legalAddress,
      legalPhone: content.firm.legalPhone,
      orderNoPrefix: content.firm.orderNoPrefix,
      pointSafetyStockNotice: content.firm.pointSafetyStockNotice,
      liveHoursExpireAt: new Date(clock.ms() + content.firm.liveHoursMonths * 30.4 * daysMs),
    },
  )
  await fillSettings(app, platform, firmId)
  await fillColleagues(platform, firmId)

  const pictures = new Map<string, string>()
  const picture = async (file: string): Promise<string> => {
    const held = pictures.get(file)
    if (held !== undefined) return held
    const stored = await services.images.upload(firmId, await media(file))
    const { url } = await services.images.keep(firmId, stored.url)
    pictures.set(file, url)
    return url
  }
  await services.firms.change(firmId, { imgUrl: await picture(content.firm.logo) })

  for (const user of content.virtualUsers) await services.virtualUsers.create(firmId, user)
  for (const product of content.products)
    await services.products.create(
      firmId,
      ProductBody.parse({
        ...product,
        description: await withPictures(product.description, picture),
        images: [await picture(product.image)],
        variants: product.variants.length > 0 ? product.variants : [{ name: '', stock: product.stock }],
      }),
    )
  await leaveUnfinishedUpload(app, firmId)
  const videoId = await uploadVideo(app, firmId)
  await services.commentMods.create(firmId, {
    ...content.commentMod,
    commentModList: [...content.commentMod.commentModList],
    videoId,
  })

  const { sessionTitle: _, sessionCapacity: __, posterInfoList, backgroundImage, metaImage, ...form } = content.signup
  await services.signups.create(
    firmId,
    SignupBody.parse({
      ...form,
      signupContent: await withPictures(form.signupContent, picture),
      posterInfoList: await Promise.all(posterInfoList.map(picture)),
      metaImage: await picture(metaImage),
      backgroundImage: await picture(backgroundImage),
      sessionInfoList: [],
      published: false,
    }),
  )
  for (const { earlier, ...template } of content.letterTemplates) {
    const { id } = await services.letterTemplates.create(firmId, {
      ...template,
      contents: earlier ?? template.contents,
    })
    if (earlier) await services.letterTemplates.change(firmId, id, template)
    // The owner has written them, what they said before two days ago.
    const writtenAt = new Date(clock.ms() - (earlier ? 2 * daysMs : 0))
    await platform.db.raw(
      `update "letterTemplateVersion" set "actorName" = $2, "createdAt" = case version when 1 then $3 else "createdAt" end
       where "letterTemplateId" = $1`,
      [id, content.firm.userName, writtenAt],
    )
  }
  await picture(content.live.liveImage)
  await fillSalesPages({ app, platform, firmId, videoId, picture })
  for (const announcement of content.announcements)
    await services.announcements.publish({
      name: announcement.name,
      content: announcement.content,
      type: [...announcement.type],
      createdAt: new Date(clock.ms() - announcement.createdDaysAgo * daysMs),
      expireAt: new Date(clock.ms() + announcement.expiresInDays * daysMs),
    })
  return firmId
}

/**
 * What a start that was killed while it filled the firm in has left: it becomes a closed firm without account, and its
 * addresses are free again.
 */
const putAwayHalf = async ({ db, clock }: Platform, account: string): Promise<void> => {
  const { rows } = await db.raw(
    `select member."firmId" from member join firm on firm.id = member."firmId"
     where member.account = $1 and member.email = $2 and not firm."isDemo"`,
    [account, demoContent.firm.email],
  )
  const now = clock.now()
  for (const { firmId } of rows) {
    for (const table of ['signup', '"salesPage"'])
      await db.raw(`update ${table} set "removedAt" = $2 where "firmId" = $1 and "removedAt" is null`, [firmId, now])
    await db.raw('update firm set "suspendedAt" = $2 where id = $1', [firmId, now])
    // Last: until the accounts are free, the next start finds this firm again.
    await db.raw(`update member set account = account || '-' || id, "removedAt" = $2 where "firmId" = $1`, [
      firmId,
      now,
    ])
  }
}

/** Uploads the demo recording as a browser would and waits until it is packaged. */
const uploadVideo = async (app: App, firmId: string): Promise<string> => {
  const { video } = demoContent
  const file = await media(video.file)
  const uuid = newId()
  const chunks = chunksOf(file.length)
  let videoId = ''
  for (const { chunk, offset, length } of chunks) {
    const finished = chunk === chunks.length - 1
    const sent = await app.services.uploads.chunk(
      firmId,
      {
        firmId,
        uuid,
        chunk,
        offset,
        size: file.length,
        name: video.name,
        type: '.mp4',
        finished,
        duration: video.duration,
        fingerprint: fingerprintOf(
          file.length,
          fingerprintSamples(file.length).map(({ start, end }) => file.subarray(start, end)),
        ),
      },
      file.subarray(offset, offset + Math.min(length, chunkBytes)),
      finished ? await media('live.webp') : undefined,
    )
    if (sent.result !== 'Success' || sent.videoId === undefined)
      throw new Error('the demo recording could not be uploaded')
    videoId = sent.videoId
  }
  for (;;) {
    const { state, problem } = await app.services.videos.show(firmId, videoId, 'en')
    if (state === 'ready') return videoId
    if (state === 'failed') throw new Error(`the demo recording could not be packaged: ${problem}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
