import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { association } from '@kaimai/contract/association/association.resource.ts'
import { Announcement } from '@kaimai/contract/announcement/announcement.routes.ts'
import { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { Email } from '@kaimai/contract/common/phone.ts'
import { FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import { templateProblems } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { Script } from '@kaimai/contract/live/show.rules.ts'
import { isTaxId } from '@kaimai/contract/order/checkout.rules.ts'
import { partner } from '@kaimai/contract/partner/partner.resource.ts'
import { PayoutAccount } from '@kaimai/contract/partner/partner.schema.ts'
import { ProductBody } from '@kaimai/contract/product/product.routes.ts'
import { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import { isValidPhoneNumber } from 'libphonenumber-js'
import { cleanRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import sanitizeHtml from 'sanitize-html'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoContent as demo } from './content.ts'

const media = path.join(import.meta.dirname, 'media')
const art = path.join(import.meta.dirname, 'art')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()

const pictures: readonly string[] = [
  demo.firm.logo,
  demo.firm.hostImage,
  demo.firm.hostPortrait,
  demo.firm.editorImage,
  demo.live.liveImage,
  demo.live.liveInfoImage,
  demo.signup.metaImage,
  ...demo.signup.posterInfoList,
  ...demo.products.map((product) => product.image),
  ...demo.virtualUsers.map((user) => `avatars/${user.userImgId}.webp`),
]

const sizeOf = (file: string): number => statSync(path.join(media, file)).size
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const keywords = new Set(demo.products.map((product) => product.keyword))
const anId = '01900000-0000-7000-8000-000000000000'

test('DEMO-1 Every file that the content names is shipped with its drawing, and nothing else is', () => {
  expect(filesIn(media)).toEqual([...new Set([...pictures, demo.video.file])].toSorted())
  expect(filesIn(art)).toEqual([...new Set(pictures.map((file) => file.replace(/\.\w+$/, '.svg')))].toSorted())
  expect(pictures).toContain(demo.signup.backgroundImage)
})

test('DEMO-2 The files are small enough to be part of the project', () => {
  for (const product of demo.products) expect(sizeOf(product.image)).toBeLessThan(120_000)
  expect(sum(pictures.map(sizeOf))).toBeLessThan(3_000_000)
  expect(sizeOf(demo.video.file)).toBeLessThan(8_000_000)
})

test.each([
  ...demo.products.map(({ image }) => [image, 1200, 1200] as const),
  ...demo.virtualUsers.map(({ userImgId }) => [`avatars/${userImgId}.webp`, 160, 160] as const),
  [demo.live.liveImage, 1280, 720] as const,
  [demo.live.liveInfoImage, 1280, 720] as const,
  [demo.signup.metaImage, 1200, 630] as const,
])('DEMO-9 %s is %i × %i', async (file, width, height) => {
  expect(await sharp(path.join(media, file)).metadata()).toMatchObject({ width, height })
})

test('DEMO-3 The recording lasts as long as the content says, starts at once and has a key frame every two seconds', () => {
  const recording = readFileSync(path.join(media, demo.video.file))
  const header = recording.indexOf('mvhd')
  expect(recording.readUInt32BE(header + 20) / recording.readUInt32BE(header + 16)).toBeCloseTo(demo.video.duration, 1)
  expect(recording.indexOf('moov')).toBeLessThan(recording.indexOf('mdat'))
  const keyFrames = recording.indexOf('stss')
  const count = recording.readUInt32BE(keyFrames + 8)
  const frames = Array.from({ length: count }, (_, index) => recording.readUInt32BE(keyFrames + 12 + index * 4))
  expect(frames).toEqual(Array.from({ length: demo.video.duration / 2 }, (_, index) => index * 50 + 1))
})

test('DEMO-4 Everything scripted lies within the recording and in its order', () => {
  const rising = (moments: readonly number[]): void => {
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    for (const moment of moments) {
      expect(moment).toBeGreaterThanOrEqual(0)
      expect(moment).toBeLessThan(demo.video.duration)
    }
  }
  rising(demo.chapters.map((chapter) => chapter.at))
  rising(demo.captions.flatMap((caption) => [caption.from, caption.to]))
  rising(demo.commentMod.commentModList.map((comment) => comment.commentTime))
  rising(demo.fakeTickets.map((ticket) => ticket.at))
  rising(demo.callsToAction.map((call) => call.at))
  rising(demo.audienceCurve.map((turn) => turn.at))
  rising(demo.shownProducts.flatMap(({ showAt, hideAt }) => [showAt, hideAt].filter((at) => at !== null)))
})

test('DEMO-10 A product shows in the chapter that is about it, and its price is the one that the host says', () => {
  let pricesSaid = 0
  for (const [index, chapter] of demo.chapters.entries()) {
    const end = demo.chapters[index + 1]?.at ?? demo.video.duration
    const shown = demo.shownProducts.filter(({ showAt }) => showAt !== null && showAt >= chapter.at && showAt < end)
    expect(shown.map((product) => product.keyword)).toEqual(chapter.keyword === null ? [] : [chapter.keyword])
    for (const { hideAt } of shown) expect(hideAt ?? end).toBeLessThanOrEqual(end)

    const said = demo.captions.filter(({ from }) => from >= chapter.at && from < end).map(({ text }) => text)
    if (chapter.keyword === null) continue
    expect(said.join()).toContain(chapter.keyword)
    const product = demo.products.find(({ keyword }) => keyword === chapter.keyword)
    const priced = said.filter((text) => /今天 [\d,]+|^[\d,]+，|一個 \d+/.test(text)).join()
    if (!product || priced === '') continue
    pricesSaid += 1
    expect(priced).toContain((product.price / 100).toLocaleString('en-US'))
    expect(priced.includes('原價')).toBe(product.originalPrice !== null)
    if (product.originalPrice !== null) expect(priced).toContain((product.originalPrice / 100).toLocaleString('en-US'))
  }
  expect(pricesSaid).toBe(4)
})

test('DEMO-5 The products are what a merchant could save, with keywords of their own', () => {
  expect(keywords.size).toBe(demo.products.length)
  for (const product of demo.products) {
    const variants = product.variants.length > 0 ? product.variants : [{ name: '', stock: product.stock }]
    const { keyword, productName, description, unit, price, originalPrice, perPersonLimit } = product
    const body = { keyword, productName, description, unit, price, originalPrice, perPersonLimit, variants }
    expect(ProductBody.parse(body)).toMatchObject({ keyword, productName })
    expect(sum(variants.map((variant) => variant.stock))).toBe(product.stock)
    expect(price % 100).toBe(0)
  }
  expect(demo.products.some((product) => product.variants.some((variant) => variant.name === '紅 M'))).toBe(true)
})

test('DEMO-11 The sign-up form is what a merchant could save', () => {
  const { sessionTitle, sessionCapacity, posterInfoList, backgroundImage, metaImage, ...form } = demo.signup
  const stored = (file: string) => `/media/image/${file}`
  const sessionInfoList = [{ liveId: anId, title: sessionTitle, capacity: sessionCapacity }]
  const saved = SignupBody.parse({
    ...form,
    posterInfoList: posterInfoList.map(stored),
    backgroundImage: stored(backgroundImage),
    metaImage: stored(metaImage),
    sessionInfoList,
  })
  expect(saved).toMatchObject({ customUrl: 'demo', signupTitle: demo.signup.signupTitle })
})

test('DEMO-12 The firm is complete, and its numbers are well formed', () => {
  const { name, contactLink, legalName, taxId, legalAddress, legalPhone, orderNoPrefix } = demo.firm
  const settings = { name, contactLink, legalName, taxId, legalAddress, legalPhone, orderNoPrefix }
  expect(FirmSettingChange.parse(settings)).toEqual(settings)
  expect(isTaxId(taxId)).toBe(true)
})

test('DEMO-6 Every person of the demo is invented, with a phone that a form accepts', () => {
  const people = [demo.firm, { phone: demo.firm.legalPhone, email: demo.firm.email }, ...demo.customers]
  for (const { phone, email } of people) {
    expect(phone).toMatch(/^0900-000-\d{3}$/)
    expect(isValidPhoneNumber(phone, 'TW')).toBe(true)
    expect(Email.parse(email)).toMatch(/@example\.com$/)
  }
  expect(new Set(demo.customers.map(({ phone }) => phone)).size).toBe(demo.customers.length)
  for (const { userName } of demo.fakeTickets) expect(userName).toMatch(/^.\*.$/)
})

test('DEMO-13 Past orders name customers, products and variants that exist', () => {
  for (const { customer, lines } of demo.pastOrders) {
    expect(demo.customers[customer]).toBeDefined()
    for (const { keyword, variant, quantity } of lines) {
      const product = demo.products.find((one) => one.keyword === keyword)
      const names = product?.variants.map(({ name }) => name) ?? []
      expect(names.length === 0 ? [''] : names).toContain(variant)
      expect(quantity).toBeLessThanOrEqual(product?.perPersonLimit ?? 0)
    }
  }
})

test('DEMO-7 Comments come from the shipped virtual users, and orders among them name what is shown', () => {
  const shipped = new Set(readdirSync(path.join(media, 'avatars')).map((file) => path.parse(file).name))
  expect(new Set(demo.virtualUsers.map(({ name }) => name)).size).toBe(demo.virtualUsers.length)
  for (const { userImgId } of demo.virtualUsers) expect(shipped).toContain(userImgId)
  for (const comment of demo.commentMod.commentModList) {
    expect(shipped).toContain(comment.userImgId)
    expect(ScriptedComment.parse(comment)).toEqual(comment)
    const [, keyword] = /(A\d\d) ?\+\d/.exec(comment.commentText) ?? []
    const shown = demo.shownProducts.find((product) => product.keyword === keyword)
    if (keyword === undefined) continue
    expect(comment.commentTime).toBeGreaterThan(shown?.showAt ?? Number.POSITIVE_INFINITY)
    expect(comment.commentTime).toBeLessThan(shown?.hideAt ?? demo.video.duration)
  }
})

test('DEMO-14 The show is a script that a room can play', () => {
  const script = [
    ...demo.commentMod.commentModList.map(({ commentTime, userName, commentText }) => {
      return { kind: 'comment', at: commentTime, name: userName, imgUrl: '', text: commentText }
    }),
    ...demo.fakeTickets.map(({ at, userName, quantity }) => {
      return { kind: 'fakeTicket', at, name: userName, productId: anId, quantity }
    }),
    ...demo.callsToAction.map(({ at, text }) => ({ kind: 'callToAction', at, text })),
    ...demo.giveaways.map((giveaway) => ({ kind: 'giveaway', ...giveaway })),
    ...demo.polls.map((poll) => ({ kind: 'poll', ...poll })),
    ...demo.hearts.map((some) => ({ kind: 'hearts', ...some })),
    ...demo.audienceCurve.map(({ at, count }) => ({ kind: 'audience', at, count })),
  ].map(({ at, ...item }, index) => ({ ...item, id: String(index), atMs: Math.round(at * 1000) }))
  expect(Script.parse(script)).toHaveLength(script.length)
  for (const { keyword, at } of demo.fakeTickets) {
    expect(at).toBeGreaterThan(demo.shownProducts.find((one) => one.keyword === keyword)?.showAt ?? Number.NaN)
  }
})

test('DEMO-8 There is one letter of each type, a mailing’s among them, and each holds only what the sender can fill in', () => {
  expect(demo.letterTemplates.map((letter) => letter.letterTemplateType)).toEqual([1, 2, 3, 4, 5, 6, 10])
  for (const { letterTemplateType: type, contents } of demo.letterTemplates) {
    // As it would be saved, and with nothing that the editor would refuse.
    expect(TemplateContents.parse(contents)).toEqual(contents)
    expect(templateProblems(type, contents)).toEqual({})
  }
  const earlier = demo.letterTemplates.flatMap((each) => (each.earlier ? [each.earlier] : []))
  expect(earlier.map((contents) => TemplateContents.parse(contents))).toEqual(earlier)
  expect(earlier).toHaveLength(1)
})

test('DEMO-15 The HTML is what a sanitiser leaves as it is', () => {
  const clean = (html: string): string =>
    sanitizeHtml(html, {
      allowedTags: ['p', 'ul', 'li', 'strong', 'a', 'br'],
      allowedAttributes: { a: ['href'] },
    }).replaceAll('<br />', '<br>')
  for (const { content } of demo.announcements) expect(clean(content)).toBe(content)
  const stored = (html: string) => html.replaceAll('src="seed/', 'src="/media/image/')
  const texts = demo.salesPages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' ? block.text : [])),
  )
  const rich = [demo.signup.signupContent, ...texts, ...demo.products.map(({ description }) => description)]
  for (const html of rich.map(stored).filter((text) => text.startsWith('<'))) expect(cleanRichText(html)).toBe(html)
})

test('DEMO-16 The announcements are current, each with tags', () => {
  expect(demo.announcements).toHaveLength(3)
  for (const { type, expiresInDays } of demo.announcements) {
    expect(Announcement.shape.type.parse([...type]).length).toBeGreaterThan(0)
    expect(expiresInDays).toBeGreaterThan(0)
  }
})

test('DEMO-17 The partners are what a merchant could save, invented, and each link has a code of its own', () => {
  const at = (daysAgo: number) => new Date(Date.UTC(2026, 0, 1) - daysAgo * 86_400_000).toISOString()
  for (const { links, account, ...person } of demo.partners) {
    expect(partner.Body.parse(person)).toMatchObject({ name: person.name, email: person.email })
    expect(person.email).toMatch(/@example\.com$/)
    if (person.phone !== '') expect(person.phone).toMatch(/^0900-000-\d{3}$/)
    // No bank has this code: nobody is sent money.
    if (account) expect(PayoutAccount.parse(account).bankCode).toBe('000')
    for (const { beginDaysAgo, endDaysAgo, forForm, ...link } of links) {
      const body = {
        ...link,
        partnerId: anId,
        rateKind: link.basisPoints === null ? 'amount' : 'percent',
        signupIds: forForm ? [anId] : [],
        productIds: [],
        beginAt: at(beginDaysAgo),
        endAt: endDaysAgo === null ? null : at(endDaysAgo),
        cookieDays: 30,
      }
      expect(association.Body.parse(body)).toMatchObject({ code: link.code })
    }
  }
  const codes = demo.partners.flatMap(({ links }) => links.map(({ code }) => code))
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(demo.partners.map(({ taxKind }) => taxKind)).size).toBe(demo.partners.length)
  expect(demo.partners.filter(({ mayLogIn }) => mayLogIn)).toHaveLength(1)
})

test('DEMO-18 What partners earned names links, customers and products that exist, and is due before its month ends', () => {
  const links = demo.partners.flatMap((each) => each.links)
  const codes = links.map(({ code }) => code)
  const came = demo.pastOrders.flatMap(({ cameBy }) => cameBy ?? [])
  expect(came.length).toBeGreaterThan(0)
  for (const code of came) expect(codes).toContain(code)
  for (const { code, customer, keyword, daysBeforeMonth } of demo.partnerSales) {
    expect(codes).toContain(code)
    expect(demo.customers[customer]).toBeDefined()
    expect(demo.products.map((product) => product.keyword)).toContain(keyword)
    // By the hour of the order it is due on the month's last day but one, at the latest.
    expect(daysBeforeMonth).toBeGreaterThan(8)
    expect(daysBeforeMonth).toBeLessThan(28)
  }
  const { customer, place, quantity } = demo.partnerRefund
  const orders = demo.pastOrders.filter((order) => order.customer === customer && order.payment === 'paid')
  expect(orders).toHaveLength(1)
  expect(codes).toContain(orders[0]?.cameBy)
  expect(orders[0]?.lines[place]?.quantity).toBeGreaterThan(quantity)
})
