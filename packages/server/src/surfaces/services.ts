import type { AccessService } from '../modules/access/access.service.ts'
import type { PolicyReload } from '../modules/access/policy-reload.service.ts'
import type { AnnouncementService } from '../modules/announcement/announcement.service.ts'
import type { AssociationService } from '../modules/association/association.service.ts'
import type { AuthService } from '../modules/auth/auth.service.ts'
import type { MemberParts } from '../modules/member/member.plugin.ts'
import type { StaffBrowsers } from '../modules/auth/staff-browser.ts'
import type { SessionService } from '../modules/auth/session.service.ts'
import type { BlockService } from '../modules/block/block.service.ts'
import type { CommissionModule } from '../modules/commission/commission.module.ts'
import type { CommentModImport } from '../modules/comment-mod/comment-mod-import.ts'
import type { CommentModService } from '../modules/comment-mod/comment-mod.service.ts'
import type { ProfileService } from '../modules/customer/profile.service.ts'
import type { OwnLogin } from '../modules/auth/own-login.service.ts'
import type { FigureService } from '../modules/figure/figure.service.ts'
import type { FirmBalance } from '../modules/firm/firm-balance.service.ts'
import type { LogSheets } from '../modules/firm/firm-log-sheets.ts'
import type { FirmSettings } from '../modules/firm/firm-settings.service.ts'
import type { FirmTestMode } from '../modules/firm/firm-test-mode.ts'
import type { FirmService } from '../modules/firm/firm.service.ts'
import type { LetterService } from '../modules/letter/letter.service.ts'
import type { LetterTemplates } from '../modules/letter-template/letter-template.module.ts'
import type { LiveService } from '../modules/live/live.service.ts'
import type { ShortLinks } from '../modules/live/short-links.ts'
import type { LiveCustomers } from '../modules/live-customer/live-customer.module.ts'
import type { OptOuts } from '../modules/opt-out/opt-out.module.ts'
import type { OrderLetters } from '../modules/order/order-letters.ts'
import type { ProductReminderService } from '../modules/order/product-reminders.ts'
import type { OrderService } from '../modules/order/order.service.ts'
import type { PartnerModule } from '../modules/partner/partner.module.ts'
import type { PaymentModule } from '../modules/payment/payment.module.ts'
import type { SandboxGateway } from '../modules/gateway/gateway.service.ts'
import type { RefundService } from '../modules/refund/refund.service.ts'
import type { ProductParts } from '../modules/product/product.plugin.ts'
import type { ControlRoom } from '../modules/control-room/control-room.module.ts'
import type { Marks } from '../modules/control-room/marks.service.ts'
import type { Replay } from '../modules/replay/replay.service.ts'
import type { RoomService } from '../modules/room/room.service.ts'
import type { PublicSalesPageService } from '../modules/sales-page/public-sales-page.service.ts'
import type { SalesPageService } from '../modules/sales-page/sales-page.service.ts'
import type { Sendings } from '../modules/sending/sending.module.ts'
import type { SearchService } from '../modules/search/search.service.ts'
import type { ViewerListService } from '../modules/viewer/viewer-list.service.ts'
import type { SignupUsers } from '../modules/signup-user/signup-user.module.ts'
import type { SessionLetters } from '../modules/signup/session-letters.service.ts'
import type { createPeeks } from '../modules/signup/peek.service.ts'
import type { OwnContact } from '../modules/signup/own-contact.service.ts'
import type { SignupCodes } from '../modules/signup/signup-code.service.ts'
import type { SeatRelease } from '../modules/signup/seat-release.service.ts'
import type { PublicSignupService } from '../modules/signup/public-signup.service.ts'
import type { SignupService } from '../modules/signup/signup.service.ts'
import type { TrackingService } from '../modules/tracking/tracking.service.ts'
import type { ImageService } from '../modules/video/image.service.ts'
import type { UploadService } from '../modules/video/upload.service.ts'
import type { VideoService } from '../modules/video/video.service.ts'
import type { WaveformService } from '../modules/video/waveform.service.ts'
import type { VirtualUserService } from '../modules/virtual-user/virtual-user.service.ts'

/** What the three services are made of; app.ts hands it in. */
export interface Services extends MemberParts, PartnerModule, CommissionModule {
  readonly access: AccessService
  readonly policyReload: PolicyReload
  readonly announcements: AnnouncementService
  readonly associations: AssociationService
  readonly auth: AuthService
  readonly sessions: SessionService
  readonly staffBrowsers: StaffBrowsers
  readonly firms: FirmService
  readonly settings: FirmSettings
  readonly testMode: FirmTestMode
  readonly balance: FirmBalance
  readonly logSheets: LogSheets
  readonly ownLogin: OwnLogin
  readonly videos: VideoService
  readonly uploads: UploadService
  readonly images: ImageService
  readonly waveforms: WaveformService
  readonly products: ProductParts['products']
  readonly productBulk: ProductParts['productBulk']
  readonly productSheet: ProductParts['productSheet']
  readonly productImport: ProductParts['productImport']
  readonly virtualUsers: VirtualUserService
  /** Where the pictures of virtual users are served. */
  readonly avatars: { readonly urlOf: (userImgId: string) => string }
  readonly commentMods: CommentModService
  readonly commentModImport: CommentModImport
  readonly marks: Marks
  readonly lives: LiveService
  readonly rooms: { readonly service: RoomService }
  readonly replay: Replay
  readonly blocks: BlockService
  readonly salesPages: SalesPageService
  readonly publicSalesPage: PublicSalesPageService
  readonly shortLinks: ShortLinks
  readonly figures: FigureService
  readonly search: SearchService
  readonly signups: SignupService
  readonly signupCodes: SignupCodes
  readonly correctContact: OwnContact
  readonly publicSignup: PublicSignupService
  readonly peek: ReturnType<typeof createPeeks>
  readonly seatRelease: SeatRelease
  readonly signupUsers: SignupUsers
  readonly profiles: ProfileService
  readonly viewerList: ViewerListService
  readonly controlRoom: ControlRoom
  readonly orders: OrderService
  readonly payments: PaymentModule
  readonly refunds: RefundService
  readonly sandbox: SandboxGateway
  readonly letters: LetterService
  readonly letterTemplates: LetterTemplates & {
    readonly sessionLetters: SessionLetters
    readonly orderLetters: OrderLetters
    readonly productReminders: ProductReminderService
  }
  readonly optOuts: OptOuts
  readonly sendings: Sendings & { readonly liveCustomers: LiveCustomers }
  readonly tracking: TrackingService
}
