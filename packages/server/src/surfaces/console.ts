import type { Services } from './services.ts'
import { accessPlugin } from '../modules/access/access.plugin.ts'
import { announcementPlugin } from '../modules/announcement/announcement.plugin.ts'
import { associationPlugin } from '../modules/association/association.plugin.ts'
import { authPlugin } from '../modules/auth/auth.plugin.ts'
import { memberPlugin } from '../modules/member/member.plugin.ts'
import { blockPlugin } from '../modules/block/block.plugin.ts'
import { commissionPlugin } from '../modules/commission/commission.plugin.ts'
import { commentModPlugin } from '../modules/comment-mod/comment-mod.plugin.ts'
import { figurePlugin } from '../modules/figure/figure.plugin.ts'
import { type DemoLogin, firmPlugin } from '../modules/firm/firm.plugin.ts'
import { letterPlugin } from '../modules/letter/letter.plugin.ts'
import { automaticLettersPlugin, letterTemplatePlugin } from '../modules/letter-template/letter-template.plugin.ts'
import { livePlugin } from '../modules/live/live.plugin.ts'
import { scriptSheetPlugin } from '../modules/live/script-sheet.plugin.ts'
import { shortLinksPlugin } from '../modules/live/short-links.plugin.ts'
import { liveCustomerPlugin } from '../modules/live-customer/live-customer.plugin.ts'
import { optOutPlugin } from '../modules/opt-out/opt-out.plugin.ts'
import { productDemandPlugin } from '../modules/order/product-reminders.plugin.ts'
import { orderLettersPlugin } from '../modules/order/order-letters.plugin.ts'
import { orderPlugin } from '../modules/order/order.plugin.ts'
import { cashFlowPlugin, transferPlugin } from '../modules/payment/payment.plugin.ts'
import { settlementPlugin } from '../modules/payment/settlement.plugin.ts'
import { statementPlugin } from '../modules/payment/statement.plugin.ts'
import { refundPlugin } from '../modules/refund/refund.plugin.ts'
import { partnerPlugin } from '../modules/partner/partner.plugin.ts'
import { productPlugin } from '../modules/product/product.plugin.ts'
import { salesPagePlugin } from '../modules/sales-page/sales-page.plugin.ts'
import { sendingPlugin } from '../modules/sending/sending.plugin.ts'
import { searchPlugin } from '../modules/search/search.plugin.ts'
import { viewerListPlugin } from '../modules/viewer/viewer.plugin.ts'
import { signupUserPlugin } from '../modules/signup-user/signup-user.plugin.ts'
import { sessionLettersPlugin } from '../modules/signup/session-letters.plugin.ts'
import { signupPlugin } from '../modules/signup/signup.plugin.ts'
import { advertiserReportPlugin } from '../modules/tracking/tracking.plugin.ts'
import { videoPlugin } from '../modules/video/video.plugin.ts'
import { virtualUserPlugin } from '../modules/virtual-user/virtual-user.plugin.ts'

/** The main back end, at /api. */
export const consoleModules = (services: Services & { readonly demo: () => Promise<DemoLogin> }) => [
  ...authPlugin(services),
  ...memberPlugin(services),
  ...firmPlugin({ ...services, account: { ...services.auth, ...services.ownLogin } }),
  ...accessPlugin(services.access, services.policyReload),
  ...announcementPlugin(services.announcements),
  ...videoPlugin(services),
  ...productPlugin(services),
  ...virtualUserPlugin(services.virtualUsers),
  ...commentModPlugin(services),
  ...livePlugin(services.lives),
  ...scriptSheetPlugin(services),
  ...shortLinksPlugin(services.shortLinks),
  ...blockPlugin(services.blocks),
  ...salesPagePlugin(services),
  ...signupPlugin(services.signups),
  ...signupUserPlugin(services.signupUsers),
  ...viewerListPlugin(services.viewerList),
  ...orderPlugin(services.orders),
  ...transferPlugin(services.payments.transfers),
  ...statementPlugin(services.payments.statements),
  ...settlementPlugin(services.payments.settlements),
  ...cashFlowPlugin(services.payments.cashFlow),
  ...refundPlugin(services.refunds),
  ...letterPlugin(services.letters),
  ...letterTemplatePlugin(services.letterTemplates),
  ...optOutPlugin(services.optOuts),
  ...sendingPlugin(services.sendings),
  ...liveCustomerPlugin(services.sendings.liveCustomers),
  ...automaticLettersPlugin(services.letterTemplates),
  ...sessionLettersPlugin(services.letterTemplates.sessionLetters),
  ...orderLettersPlugin(services.letterTemplates.orderLetters),
  ...productDemandPlugin(services.letterTemplates.productReminders),
  ...partnerPlugin(services),
  ...associationPlugin(services.associations),
  ...commissionPlugin(services),
  ...advertiserReportPlugin(services.tracking),
  ...figurePlugin(services.figures),
  ...searchPlugin(services.search),
]
