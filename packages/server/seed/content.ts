import { announcements } from './content/announcements.ts'
import { commentGroupName, comments } from './content/comments.ts'
import { customers, pastOrders } from './content/customers.ts'
import { bannedKeywords, deliveryMethods, firm } from './content/firm.ts'
import { letterTemplates } from './content/letters.ts'
import { products } from './content/products.ts'
import {
  audienceCurve,
  callsToAction,
  captions,
  chapters,
  demoVideo,
  fakeTickets,
  shownProducts,
} from './content/show.ts'
import { live, signup } from './content/signup.ts'
import { virtualUsers } from './content/viewers.ts'

const pictureOf = new Map(virtualUsers.map((user) => [user.name, user.userImgId]))

/**
 * All that the demo firm is filled with. Files are names within seed/media (pictures of virtual users within
 * seed/media/avatars, without their ending), money is in minor units, times are seconds of the recording.
 */
export const demoContent = {
  firm,
  deliveryMethods,
  bannedKeywords,
  video: demoVideo,
  chapters,
  captions,
  products,
  signup,
  live,
  virtualUsers,
  commentMod: {
    commentModName: commentGroupName,
    commentModList: comments.map((comment) => ({ ...comment, userImgId: pictureOf.get(comment.userName) ?? '' })),
  },
  shownProducts,
  fakeTickets,
  callsToAction,
  audienceCurve,
  letterTemplates,
  announcements,
  customers,
  pastOrders,
} as const
