import type { Answer } from '@kaimai/contract/common/route.ts'
import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { newId } from '../src/platform/ids.ts'
import { aPerson } from './sign-up-people.ts'
import { aForm, aLive, aProduct } from './studio.ts'
import type { Member, TestApp } from './test-app.ts'

/** A browser: what its cookie says. */
export const aDevice = () => ({ cookie: `kaimai_device=${newId()}` })
export type Device = ReturnType<typeof aDevice>

export const mei = { fullName: '王小明', phone: '0912-345-678', phoneCountry: 'TW', email: 'xiaoming@example.com' }
export const home = {
  type: 'home',
  county: '臺北市',
  district: '大安區',
  zipcode: '106',
  address: '仁愛路四段 300 號',
} as const

/** A room that sells one product, with a form whose people have links to it and to a later one. */
export const aProfileShop = async (t: TestApp, member: Member) => {
  const product = await aProduct(t, member, { stock: 500, price: 68_000 })
  const live = await aLive(t, member, { minutes: 0, productIds: [product.id] })
  const later = await aLive(t, member, { minutes: 120, productIds: [product.id] })
  const form = await aForm(t, member, [{ liveId: live.id }, { liveId: later.id }])
  const variantId = product.variants[0]?.id ?? ''

  const signUp = async (device: Partial<Device> = {}, person = aPerson()) => {
    const { links } = await t.call(
      publicSignupRoutes.signUp,
      { body: { customUrl: form.customUrl, liveIds: [live.id, later.id], ...person } },
      device,
    )
    const keyOf = (liveId: string) => links.find((link) => link.liveId === liveId)?.key ?? ''
    const path = (liveId: string) =>
      links
        .find((link) => link.liveId === liveId)
        ?.path.split('/')
        .at(-1) ?? ''
    return { key: path(live.id), laterKey: path(later.id), keyOf }
  }

  /** One piece, delivered to a home; the outbox has done its work afterwards. */
  const order = async (viewerKey: string, device: Partial<Device>, given: Partial<OrderBody> = {}) => {
    await t.call(cartRoutes.set, { body: { variantId, quantity: 1 } }, { 'x-viewer-key': viewerKey })
    const placed = await t.call(
      purchaseRoutes.createOrder,
      {
        body: {
          streamId: live.streamId,
          viewerKey,
          personal: mei,
          delivery: { type: 'self' },
          invoice: { class: 'mobileBarcode', carrier: '/ABC1234' },
          paymentMethod: 'card',
          expectedTotal: 68_000,
          ...given,
        },
      },
      device,
    )
    await t.platform.jobs.idle()
    return placed
  }

  return { product, live, later, form, variantId, signUp, order }
}
export type ProfileShop = Awaited<ReturnType<typeof aProfileShop>>

/** The profile's calls of a viewer on a device. */
export const profileOf = (t: TestApp, viewerKey: string, device: Partial<Device>) => {
  const headers = { 'x-viewer-key': viewerKey, ...device }
  type Shown = Promise<Answer<typeof profileRoutes.show>>
  return {
    show: (): Shown => t.call(profileRoutes.show, {}, headers),
    unlock: (lastDigits: string): Shown => t.call(profileRoutes.unlock, { body: { lastDigits } }, headers),
    change: (body: object): Shown => t.call(profileRoutes.change, { body }, headers),
    forget: () => t.call(profileRoutes.forget, {}, headers),
  }
}
