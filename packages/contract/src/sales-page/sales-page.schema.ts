import { z } from 'zod'
import { editedFrom } from '../common/edit-version.ts'
import { CustomUrl, Id, Line, Link, OptionalLine, PictureUrl, reservedWords, Text } from '../common/fields.ts'
import { because } from '../common/error-text.ts'
import { RichTextField } from '../common/rich-text.schema.ts'
import { PlannedInstant } from '../common/time.ts'
import { Tone } from '../common/tone.ts'
import { salesPageErrors } from './sales-page.errors.ts'
import { salesPageLimits } from './sales-page.rules.ts'

const heading = OptionalLine(60)

/** Chosen by the editor; unique within its page. */
const blockId = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** One block of a page. The text of a text block is a rich one, all others are plain. An unknown kind or field is refused. */
export const Block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), id: blockId, heading, text: RichTextField(4000) }),
  z.strictObject({
    kind: z.literal('picture'),
    id: blockId,
    url: PictureUrl.min(1, because(salesPageErrors.noPicture)),
    /** For who does not see it, and shown as its caption unless empty. */
    caption: OptionalLine(120),
  }),
  z.strictObject({
    kind: z.literal('product'),
    id: blockId,
    productId: Id,
    /** Why this one, in the merchant's words; empty: the product's own description. */
    note: Text(200),
  }),
  z.strictObject({
    kind: z.literal('video'),
    id: blockId,
    /** The form begins with none. */
    videoId: Id.nullable().refine((id) => id !== null, because(salesPageErrors.noVideo)),
    heading,
    /** Empty: the video's own picture. */
    posterUrl: PictureUrl,
  }),
  z.strictObject({
    kind: z.literal('questions'),
    id: blockId,
    heading,
    items: z
      .array(z.strictObject({ question: Line(120), answer: Text(1000) }))
      .min(1, because(salesPageErrors.noQuestion))
      .max(salesPageLimits.questions),
  }),
  z.strictObject({
    kind: z.literal('countdown'),
    id: blockId,
    heading,
    until: PlannedInstant,
    /** Shown once the time has come; empty: the block goes. */
    after: OptionalLine(80),
  }),
  z.strictObject({
    kind: z.literal('contact'),
    id: blockId,
    heading,
    text: Text(500),
    /** Words of the link; empty: 'contact the seller'. */
    label: OptionalLine(20),
    /** Empty: the firm's own contact link. */
    link: Link(300),
  }),
])
export type Block = z.output<typeof Block>

/** The address of a page below /s/, with a reason for each way it can be wrong. */
export const SalesUrl = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,62})[a-z0-9]$/, because(salesPageErrors.salesUrlFormat))
  .refine((url) => !(reservedWords as readonly string[]).includes(url), because(salesPageErrors.salesUrlReserved))
  .pipe(CustomUrl)

const twice = <T>(items: readonly T[]): number => items.findIndex((item, index) => items.indexOf(item) !== index)

const fields = {
  title: Line(60),
  /** One line below the title. */
  lead: OptionalLine(160),
  customUrl: SalesUrl,
  colorToneId: Tone,
  posterInfoList: z.array(PictureUrl.min(1)).max(salesPageLimits.posters),
  blockList: z.array(Block).max(salesPageLimits.blocks),
  /** What the page sells, in its order. */
  productIdList: z.array(Id).max(salesPageLimits.products),
  metaTitle: OptionalLine(80),
  metaDescription: OptionalLine(200),
  metaImage: PictureUrl,
  published: z.boolean(),
  /** Open from; null: at once. */
  beginAt: PlannedInstant.nullable(),
  /** Closed from; null: never. */
  endAt: PlannedInstant.nullable(),
}

const whole = z.object(fields)
type Whole = z.output<typeof whole>

/** What one field alone can't show. */
const checkWhole = ({ value: page, issues }: z.core.ParsePayload<Whole>): void => {
  const refuse = (path: (string | number)[], message: string) =>
    issues.push({ code: 'custom', path, message, input: page })
  const again = twice(page.blockList.map(({ id }) => id))
  if (again >= 0) refuse(['blockList', again, 'id'], because(salesPageErrors.blockTwice))
  if (twice(page.productIdList) >= 0) refuse(['productIdList'], because(salesPageErrors.productTwice))
  page.blockList.forEach((block, index) => {
    if (block.kind === 'product' && !page.productIdList.includes(block.productId)) {
      refuse(['blockList', index, 'productId'], because(salesPageErrors.productNotListed))
    }
  })
  if (page.published && page.productIdList.length === 0) {
    refuse(['productIdList'], because(salesPageErrors.noProductToSell))
  }
  if (page.beginAt !== null && page.endAt !== null && Date.parse(page.endAt) <= Date.parse(page.beginAt)) {
    refuse(['endAt'], because(salesPageErrors.endsBeforeBegin))
  }
}

/** What the console's form edits: every field given. */
export const SalesPageFields = whole.check(checkWhole)
export type SalesPageFields = z.input<typeof SalesPageFields>

export const SalesPageBody = z
  .object({
    ...fields,
    lead: fields.lead.default(''),
    colorToneId: fields.colorToneId.default('#94500f'),
    posterInfoList: fields.posterInfoList.default([]),
    blockList: fields.blockList.default([]),
    productIdList: fields.productIdList.default([]),
    metaTitle: fields.metaTitle.default(''),
    metaDescription: fields.metaDescription.default(''),
    metaImage: fields.metaImage.default(''),
    published: fields.published.default(false),
    beginAt: fields.beginAt.default(null),
    endAt: fields.endAt.default(null),
  })
  .check(checkWhole)
export type SalesPageBody = z.output<typeof SalesPageBody>

export const SalesPageChangeBody = SalesPageBody.safeExtend(editedFrom)
