import { redactName } from '@kaimai/contract/common/redact.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { mayPeek } from '@kaimai/contract/signup/peek.rules.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { PageOfFirm, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { FormSessions } from './form-sessions.ts'
import type { SeriesStore } from './series.store.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupFormRow } from './signup.tables.ts'

export interface PublicSignupPageDeps {
  readonly store: SignupStore
  readonly series: Pick<SeriesStore, 'list'>
  readonly sessions: FormSessions
  readonly clock: Clock
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly products: (firmId: string, productIds: readonly string[]) => Promise<readonly RoomProduct[]>
  /** Whether the merchant has a way to be paid. */
  readonly payable: (firm: PublicFirm) => boolean
  readonly trackingFor: (firmId: string, page: PageOfFirm) => Promise<TrackingSetup>
}

const presentPublicProduct = ({ productId, productName, price, originalPrice, currency, imageUrl }: RoomProduct) => ({
  productId,
  productName,
  price,
  originalPrice,
  currency,
  imageUrl,
})

/** A form as anybody who has its address sees it, and its owner's device a little more. */
export const createPublicSignupPage = (deps: PublicSignupPageDeps) => {
  const { store, sessions, clock } = deps

  const published = async (customUrl: string): Promise<SignupFormRow> => {
    const url = CustomUrl.safeParse(customUrl)
    const form = url.success ? await store.findByUrl(url.data) : undefined
    if (!form?.published || (await deps.firms.publicFirm(form.firmId)).suspended) throw fail('notFound')
    return form
  }

  /** What a paid form sells; null for a free one. */
  const ticketOf = async (
    { firmId, pageType, content }: SignupFormRow,
    firm: PublicFirm,
  ): Promise<z.input<typeof PublicSignup>['ticket']> => {
    if (pageType !== 'order') return null
    const { ticketName, price, productId } = content.ticketInfo
    const [product] = productId === null ? [] : await deps.products(firmId, [productId])
    return {
      name: ticketName,
      price,
      currency: firm.currency,
      product: product ? presentPublicProduct(product) : null,
      needsDelivery: productId !== null,
      left: productId === null ? null : (product?.variants ?? []).reduce((sum, { left }) => sum + left, 0),
      payable: deps.payable(firm),
    }
  }

  const page = async (customUrl: string, deviceHash: string | undefined): Promise<z.input<typeof PublicSignup>> => {
    const form = await published(customUrl)
    const [firm, known] = await Promise.all([
      deps.firms.publicFirm(form.firmId),
      deviceHash === undefined ? undefined : store.personByDevice(form.firmId, form.id, deviceHash),
    ])
    const seats = known ? await store.seats(form.firmId, known.id) : []
    const all = await sessions.all(form, seats)
    const coming = all.filter(({ state }) => state !== 'over')
    const shown = coming.length > 0 ? coming : all.slice(-1)
    const productIds = [...new Set(shown.flatMap((session) => session.productIds))].slice(0, 12)
    const [products, ticket, tracking] = await Promise.all([
      deps.products(form.firmId, productIds),
      ticketOf(form, firm),
      deps.trackingFor(form.firmId, { page: 'signup', pageId: form.id, path: `/f/${form.customUrl}` }),
    ])
    const { content } = form
    return {
      id: form.id,
      customUrl: form.customUrl,
      pageType: form.pageType,
      ticket,
      tracking,
      firm,
      ...(firm.searchable ? {} : { noindex: true as const }),
      ...(firm.testMode ? { testMode: true as const } : {}),
      colorToneId: content.colorToneId,
      signupTitle: content.signupTitle,
      signupContent: richTextHtml(content.signupContent),
      signupCountdownTitle: content.signupCountdownTitle,
      signupSuccessInfo: content.signupSuccessInfo,
      signupNotice: content.signupNotice,
      screenTopText: content.screenTopText,
      metaTitle: content.metaTitle,
      metaDescription: content.metaDescription,
      metaImage: content.metaImage,
      posters: content.posterInfoList,
      backgroundImage: content.backgroundImage,
      countyRequired: content.countyRequired,
      questions: content.questionList,
      sessions: shown.map((session) => ({
        key: session.key,
        liveId: session.liveId,
        seriesId: session.seriesId,
        title: session.title,
        beginAt: new Date(session.beginAtMs).toISOString(),
        endAt: new Date(session.endAtMs).toISOString(),
        left: session.left,
        state: session.state,
        ...(mayPeek({ pageType: form.pageType, peek: content.peek }, session) ? { peek: true as const } : {}),
      })),
      paused: coming.length === 0 && (await deps.series.list(form.firmId, [form.id])).length > 0,
      products: products.map(presentPublicProduct),
      now: clock.now().toISOString(),
      known: known ? { name: redactName(known.name), liveIds: seats } : null,
    }
  }

  return { published, page }
}
