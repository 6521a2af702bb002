import { blacklist } from './content/blacklist.ts'
import { announcements } from './content/announcements.ts'
import { controlRoomComments, quickReplies } from './content/control-room.ts'
import { commentGroupName, comments } from './content/comments.ts'
import { course, otherOrders } from './content/course.ts'
import { customers, pastOrders } from './content/customers.ts'
import { bannedKeywords, deliveryMethods, firm } from './content/firm.ts'
import { letterTemplates } from './content/letters.ts'
import { hoursPast, pointsPast, settings } from './content/settings.ts'
import { partnerProgram, partnerRefund, partners, partnerSales } from './content/partners.ts'
import { consentSource, pastPeople, pastShows } from './content/past-people.ts'
import { products } from './content/products.ts'
import {
  audienceCurve,
  callsToAction,
  polls,
  giveaways,
  captions,
  chapters,
  demoVideo,
  fakeTickets,
  hearts,
  shownProducts,
} from './content/show.ts'
import { salesPages } from './content/sales-pages.ts'
import { live, series, signup } from './content/signup.ts'
import { virtualUsers } from './content/viewers.ts'

const pictureOf = new Map(virtualUsers.map((user) => [user.name, user.userImgId]))

/**
 * All that the demo firm is filled with. Files are names within seed/media (pictures of virtual users within
 * seed/media/avatars, without their ending), money is in minor units, times are seconds of the recording.
 */
export const demoContent = {
  firm,
  deliveryMethods,
  settings,
  hoursPast,
  pointsPast,
  bannedKeywords,
  video: demoVideo,
  chapters,
  captions,
  products,
  salesPages,
  signup,
  series,
  live,
  virtualUsers,
  commentMod: {
    commentModName: commentGroupName,
    commentModList: comments.map((comment) => ({ ...comment, userImgId: pictureOf.get(comment.userName) ?? '' })),
  },
  shownProducts,
  fakeTickets,
  callsToAction,
  polls,
  giveaways,
  hearts,
  audienceCurve,
  letterTemplates,
  announcements,
  pastShows,
  pastPeople,
  consentSource,
  customers,
  pastOrders,
  course,
  otherOrders,
  partners,
  partnerProgram,
  partnerSales,
  partnerRefund,
  blacklist,
  controlRoom: { comments: controlRoomComments, quickReplies },
} as const
