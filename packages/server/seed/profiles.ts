import type { App } from '../src/app.ts'
import { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import { demoContent } from './content.ts'

const { customers, signup } = demoContent

/** A customer who has bought comes back: what they kept for next time, on the device that they had bought on. */
export const fillProfiles = async ({
  app,
  firmId,
  live,
}: {
  readonly app: App
  readonly firmId: string
  /** The room that the customers bought in. */
  readonly live: { readonly id: string; readonly streamId: string }
}): Promise<void> => {
  const { publicSignup, liveUsers, profiles } = app.services
  const [customer] = customers
  if (!customer) return
  const { fullName, phone, email, county, district, zipcode, address } = customer
  const device = 'demo-customer-0'
  // They hold the session already: this only finds their link again.
  const { links } = await publicSignup.signUp(
    {
      customUrl: signup.customUrl,
      liveIds: [live.id],
      slots: [],
      answers: {},
      county: '',
      consent: true,
      name: fullName,
      phone,
      phoneCountry: 'TW',
      email,
      timeZone: 'Asia/Taipei',
      tracking: TrackingContext.parse({}),
    },
    { deviceHash: device, language: 'zh-TW' },
  )
  const viewer = await liveUsers.byViewerKey(live.streamId, links[0]?.path.split('/').pop() ?? '')
  if (!viewer) return
  await profiles.change({ kind: 'viewer', firmId, liveId: live.id, liveUserId: viewer.id }, device, {
    nickname: [...fullName].slice(-2).join(''),
    gender: 'female',
    personal: { fullName, phone, phoneCountry: 'TW', email },
    delivery: { type: 'home', county, district, zipcode, address },
    invoice: { class: 'mobileBarcode', carrier: '/P4SV.-I' },
  })
}
