import type { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import type { App } from '../src/app.ts'
import { newId } from '../src/platform/ids.ts'
import { demoContent } from './content.ts'

interface CourseDeps {
  readonly app: App
  readonly firmId: string
  /** The form whose pictures it shows. */
  readonly signupId: string
  /** A live as the demo makes them. */
  readonly live: z.output<typeof LiveBody>
}

/** Makes the demo's paid form, as a merchant's clicks would: a ticket with a product, and a class every week. */
export const fillCourse = async ({ app, firmId, signupId, live }: CourseDeps): Promise<void> => {
  const { lives, products, signups } = app.services
  const { ticketName, price, keyword, series, ...page } = demoContent.course
  const { items } = await products.list(firmId, { limit: 100 })
  const productId = items.find((product) => product.keyword === keyword)?.id ?? null
  const { posterInfoList, backgroundImage, metaImage } = await signups.show(firmId, signupId)
  const { liveName, title, capacity, times } = series
  const template = await lives.create(firmId, { ...live, liveName, publish: false })
  const rule = { kind: 'weekly', times, from: null, until: null, except: [] }
  const body = {
    ...page,
    pageType: 'order',
    ticketInfo: { ticketName, price, productId },
    posterInfoList: posterInfoList.slice(-1),
    backgroundImage,
    metaImage,
    sessionInfoList: [],
    seriesList: [{ id: newId(), title, templateLiveId: template.id, capacity, rule }],
    published: true,
  }
  await signups.create(firmId, SignupBody.parse(body))
}
