import { allRoutes } from '@kaimai/contract/all-routes.ts'
import type { Route } from '@kaimai/contract/common/route.ts'
import { automaticDefaults } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { testFilm } from '@kaimai/contract/video/test-film.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { templateBody } from '../../test/letter-template.ts'
import { aFreeText, aList } from '../../test/sending.ts'
import { aPartner, aPartnerWithLink, linkBody, partnerBody } from '../../test/affiliates.ts'
import { sharedApp } from '../../test/fixtures.ts'
import { aPerson, signUp } from '../../test/sign-up-people.ts'
import { aCommentMod, aForm, aLive, aProduct, aVideo, inMinutes } from '../../test/studio.ts'
import { multipart, password, type Reply, urlOf } from '../../test/test-app.ts'
import { newId } from '../platform/ids.ts'

/** Every call by which a member changes something of the firm leaves its row in the log; which do not, and why. */
const t = await sharedApp()

const owner = await t.aFirm()
beforeAll(async () => {
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

interface Sent {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly files?: Readonly<Record<string, Uint8Array>>
}

/** Writes whose success leaves no row, each with the reason. */
const withoutRow: Readonly<Record<string, string>> = {
  'auth.signOut': 'ends the own login and changes nothing of the firm',
  'video.uploadImage': 'a picture that nothing uses yet; what comes to use it has a row',
  'virtualUser.uploadImage': 'a picture that nothing uses yet; what comes to use it has a row',
  'letterTemplate.preview': 'shows a letter that nobody gets',
  'sending.preview': 'counts an audience and writes nothing',
  'sending.readList': 'reads a file and keeps nothing of it',
  'productImport.read': 'reads a file and changes nothing until it is started',
  'signupUserImport.read': 'reads a file and changes nothing until it is started',
  'optOutSheet.read': 'reads a file and changes nothing until it is started',
  'commentModImport.read': 'reads a file and changes nothing until it is started',
  'scriptSheet.readScript': 'reads a file and changes nothing',
  'scriptSheet.writeScript': 'writes a file of what the studio shows and changes nothing',
  'firm.checkGateway': 'asks a payment company; nothing of the firm changes',
  'firm.checkSenderDomain': 'asks the name servers; the answer is theirs, not the member’s',
  'staffLine.say':
    'a line among colleagues: the room’s own log keeps it with who said it, and nothing of the firm changes',
  'access.grant': 'signs what the purchase service is asked to do; its use has its row',
  'refund.grant': 'signs what the purchase service is asked to do; the refund itself has its row',
  'rehearsal.begin': 'a rehearsal is seen by the staff alone and leaves nothing behind',
  'rehearsal.end': 'a rehearsal is seen by the staff alone and leaves nothing behind',
  'controlRoom.ticket': 'opens a connection to a room and changes nothing of the firm',
}

/** Proven by a test of their own that reads the log, for what must stand first is more than a line here. */
const provenElsewhere: Readonly<Record<string, string>> = {
  'firm.endTestMode': 'modules/firm/firm-test-mode.test.ts',
  'firm.delay': 'modules/firm/firm-balance.test.ts',
  'firm.enableSurenotify': 'modules/firm/firm-settings.test.ts',
  'firm.disableSurenotify': 'modules/firm/firm-settings.test.ts',
  'letter.enableWebhook': 'modules/letter/surenotify.test.ts',
  'letter.disableWebhook': 'modules/letter/surenotify.test.ts',
  'letter.settle': 'modules/letter/settle-letter.test.ts',
  'liveUser.changeMemo': 'modules/viewer/viewer-list.test.ts',
  'liveUser.exportExcel': 'modules/viewer/viewer-list.test.ts',
  'roomBlock.block': 'modules/block/block.test.ts',
  'roomBlock.unblock': 'modules/block/room-unblock.test.ts',
  'controlRoom.say': 'modules/control-room/control-room-audit.test.ts',
  'mark.mark': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.decide': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.mute': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.broadcast': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.keyword': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.product': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.settings': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.sayAsSelf': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.anonymousEntry': 'modules/control-room/control-room-audit.test.ts',
  'scriptControl.cue': 'modules/control-room/control-room-audit.test.ts',
  'scriptControl.uncue': 'modules/control-room/control-room-audit.test.ts',
  'scriptControl.call': 'modules/control-room/control-room-audit.test.ts',
  'scriptControl.endCall': 'modules/control-room/control-room-audit.test.ts',
  'scriptControl.line': 'modules/control-room/spot-calls.test.ts',
  'scriptControl.script': 'modules/control-room/control-room-audit.test.ts',
  'pollControl.openPoll': 'modules/control-room/control-room-audit.test.ts',
  'pollControl.closePoll': 'modules/control-room/control-room-audit.test.ts',
  'giveawayControl.openGiveaway': 'modules/control-room/control-room-audit.test.ts',
  'giveawayControl.drawGiveaway': 'modules/control-room/control-room-audit.test.ts',
  'manyComments.decide': 'modules/control-room/control-room-audit.test.ts',
  'pinnedMessage.pin': 'modules/control-room/pinned-message.test.ts',
  'pinnedMessage.unpin': 'modules/control-room/pinned-message.test.ts',
  'timeOut.give': 'modules/control-room/time-out.test.ts',
  'timeOut.end': 'modules/control-room/time-out.test.ts',
  'crew.set': 'modules/control-room/crew.test.ts',
  'controlRoom.pastFilm': 'modules/live/past-film.test.ts',
  'controlRoom.extend': 'modules/control-room/control-room-audit.test.ts',
  'controlRoom.quickReplies': 'modules/control-room/control-room-audit.test.ts',
  'sessionLetter.liveBegins': 'modules/signup/session-letters.test.ts',
  'orderLetter.orderNotice': 'modules/order/order-letters-sent.test.ts',
  'orderLetter.paidNotice': 'modules/order/order-letters-sent.test.ts',
  'commission.makePayout': 'modules/commission/payout.test.ts',
  'commission.markSent': 'modules/commission/payout.test.ts',
  'commission.undoPayout': 'modules/commission/payout.test.ts',
  'order.answerMessage': 'modules/order/order-messages.test.ts',
  'order.cancel': 'modules/order/order-cancel.test.ts',
  'order.create': 'modules/order/staff-order.test.ts',
  'settlement.import': 'modules/payment/settlement.test.ts',
  'statement.import': 'modules/payment/bank-statement.test.ts',
  'statement.book': 'modules/payment/bank-statement.test.ts',
  'statement.setAside': 'modules/payment/bank-statement.test.ts',
  'transfer.receive': 'modules/payment/transfer.test.ts',
  'transfer.missing': 'modules/payment/transfer.test.ts',
  'refund.retry': 'modules/refund/refund.test.ts',
  'refund.settleByHand': 'modules/refund/refund.test.ts',
  'refund.withdraw': 'modules/refund/refund.test.ts',
  'commentOrder.settle': 'modules/order/comment-order.test.ts',
  'commentOrder.release': 'modules/order/hold-end.test.ts',
}

type Make = () => Promise<Sent>

const live = () => aLive(t, owner)
const sendingBody = async () => ({
  title: '秋窯開賣',
  letterTemplateId: await aFreeText(t, owner),
  audience: aList('mei@example.com'),
  scheduledAt: null,
})
const customerBody = async () => ({
  liveId: (await live()).id,
  name: '林小美',
  phone: '',
  email: `${newId()}@example.com`,
  language: 'zh-TW',
})
const aCustomer = async () => made('liveCustomer.create', { body: await customerBody() })
const optOutBody = () => ({ contact: `${newId()}@example.com`, note: '來電要求' })
const anOptOut = () => made('optOut.create', { body: optOutBody() })
const aTemplate = () => made('letterTemplate.create', { body: templateBody() })
const partnerId = async () => (await aPartner(t, owner)).id
const aFormId = async () => (await aForm(t, owner, [{ liveId: (await live()).id }])).id
const draft = () => aLive(t, owner, { publish: false })
const invitation = async () => {
  const body = { email: `${newId()}@example.com`, role: 'host' } as const
  const answer = await send('invitation.invite', { body })
  return (answer.body as { data: { id: string } }).data.id
}
const idIn = (reply: Reply): string => (reply.body as { data: { id: string } }).data.id
const made = async (name: string, sent: Sent): Promise<string> => idIn(await send(name, sent))
const virtualUser = () => made('virtualUser.create', { body: { name: `小${newId().slice(-6)}`, userImgId: '' } })
const salesPageBody = () => ({ title: '秋窯小鋪', customUrl: `page-${newId().slice(-12)}` })
const aBlock = (liveId: string | null = null) =>
  made('block.create', { body: { email: `${newId()}@example.com`, reason: '洗版', liveId } })
const cancelled = async () => {
  const id = await aBlock()
  await send('block.cancelMany', { body: { ids: [id] } })
  return id
}
const anotherDevice = () =>
  t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: owner.account, password, deviceId: newId() }),
  })
const picture = () =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: '#94500f' } })
    .png()
    .toBuffer()
const productBody = (name: string) => ({ productName: name, price: 1000, variants: [{ name: '', stock: 3 }] })
const formBody = async () => ({
  signupName: '秋窯',
  customUrl: `form-${newId().slice(-12)}`,
  signupTitle: '開窯夜',
  sessionInfoList: [{ liveId: (await live()).id, title: '一', capacity: null }],
  published: true,
})
const signedUp = async () => {
  const [one, two] = [await live(), await live()]
  const form = await aForm(t, owner, [{ liveId: one.id }, { liveId: two.id }])
  await signUp(t, form.customUrl, [one.id], aPerson({ name: '小林' }))
  const { rows } = await t.platform.db.raw(
    'select id from "signupUser" where "firmId" = $1 order by "createdAt" desc limit 1',
    [owner.firmId],
  )
  return { id: String(rows[0]?.['id']), signupId: form.id, from: one.id, to: two.id }
}

const aFile = (name: string, body: object, text: string) =>
  made(`${name}.read`, { body, files: { file: new TextEncoder().encode(text) } })
const anOptOutFile = () => aFile('optOutSheet', {}, `電子郵件或手機,備註\n${newId()}@example.com,來電\n`)
const aProductFile = () => aFile('productImport', {}, `商品名稱,售價,庫存\n匯入的碗${newId()},680,5\n`)
const aCommentFile = () => aFile('commentModImport', {}, `時間,虛擬觀眾,留言內容\n1:00,小美,${newId()}\n`)
const aPeopleFile = async () => {
  const one = await live()
  const form = await aForm(t, owner, [{ liveId: one.id }])
  const body = { signupId: form.id, liveId: one.id, consentSource: '門市' }
  return aFile('signupUserImport', body, '姓名,電話,電子郵件\n王小明,0912000111,wang@example.com\n')
}
/** A run that its job has not come to yet: as if it were long. */
const started = async (name: string, id: string): Promise<string> => {
  await send(`${name}.start`, { params: { id }, body: {} })
  await t.platform.jobs.idle()
  await t.platform.db.raw(`update "importRun" set state = 'running' where id = $1`, [id])
  return id
}

/** A successful call of each route. */
const calls: Readonly<Record<string, Make>> = {
  'me.endDevice': async () => {
    await anotherDevice()
    const { rows: found } = await t.platform.db.raw(
      'select id from session where "memberId" = $1 and "endedAt" is null order by "createdAt" desc, id desc limit 1',
      [owner.userId],
    )
    return { params: { id: found[0]?.['id'] } }
  },
  'me.endOthers': async () => {
    await anotherDevice()
    return {}
  },
  'firm.change': async () => ({ params: { id: owner.firmId }, body: { name: `陶${newId().slice(-4)}` } }),
  'firm.settle': async () => ({
    body: { name: '禾木', userName: '林', userPhone: '0912345678', firmId: owner.firmId, userId: owner.userId },
  }),
  'firm.oneDevice': async () => ({ params: { id: owner.firmId }, body: { oneDeviceStatus: true } }),
  'member.change': async () => ({ params: { id: (await t.aMember(owner, 'host')).userId }, body: { role: 'manager' } }),
  'member.remove': async () => ({ params: { id: (await t.aMember(owner, 'host')).userId } }),
  'invitation.invite': async () => ({ body: { email: `${newId()}@example.com`, role: 'host' } }),
  'invitation.resend': async () => ({ params: { id: await invitation() } }),
  'invitation.withdraw': async () => ({ params: { id: await invitation() } }),
  'me.change': async () => ({ body: { userName: `林${newId().slice(-4)}`, userPhone: '0912345678' } }),
  'me.changeEmail': async () => ({ body: { email: `${newId()}@example.com`, password } }),
  'video.uploadChunk': async () => {
    const file = testFilm(2000)
    const sent = { firmId: owner.firmId, uuid: newId(), chunk: '0', offset: '0', size: String(file.length) }
    return {
      body: { ...sent, name: '開窯.mp4', type: '.mp4', finished: 'true', duration: '3' },
      files: { file },
    }
  },
  'video.packageAgain': async () => {
    const id = await aVideo(t, owner)
    await t.platform.db.raw(`update video set state = 'failed' where id = $1`, [id])
    await t.platform.db.raw('insert into "videoChunk" ("videoId", chunk, bytes) values ($1, 0, 1000)', [id])
    return { params: { id } }
  },
  'video.changeThumbnail': async () => ({
    params: { id: await aVideo(t, owner) },
    body: {},
    files: { picture: await picture() },
  }),
  'video.change': async () => ({ params: { id: await aVideo(t, owner) }, body: { name: '新的名字' } }),
  'video.remove': async () => ({ params: { id: await aVideo(t, owner) } }),
  'product.create': async () => ({ body: productBody('碗') }),
  'product.change': async () => ({ params: { id: (await aProduct(t, owner)).id }, body: productBody('改名的碗') }),
  'product.remove': async () => ({ params: { id: (await aProduct(t, owner)).id } }),
  'product.changeMany': async () => ({
    body: { ids: [(await aProduct(t, owner)).id], price: { by: 'set', value: 5000 } },
  }),
  'product.undoMany': async () => {
    const body = { ids: [(await aProduct(t, owner)).id], price: { by: 'set', value: 7000 } }
    const { data } = (await send('product.changeMany', { body })).body as { data: { undo: unknown[] } }
    return { body: { rows: data.undo } }
  },
  'productImport.start': async () => ({ params: { id: await aProductFile() }, body: {} }),
  'productImport.cancel': async () => ({ params: { id: await started('productImport', await aProductFile()) } }),
  'virtualUser.create': async () => ({ body: { name: '小美', userImgId: '' } }),
  'virtualUser.createMany': async () => ({ body: { users: [{ name: `阿${newId().slice(-6)}`, userImgId: '' }] } }),
  'virtualUser.change': async () => ({ params: { id: await virtualUser() }, body: { name: '改名', userImgId: '' } }),
  'virtualUser.remove': async () => ({ params: { id: await virtualUser() } }),
  'virtualUser.removeMany': async () => ({ body: { ids: [await virtualUser()] } }),
  'commentMod.create': async () => ({
    body: { commentModName: '留言', videoId: await aVideo(t, owner), commentModList: [] },
  }),
  'commentMod.change': async () => {
    const videoId = await aVideo(t, owner)
    const { id } = await aCommentMod(t, owner, videoId)
    return { params: { id }, body: { commentModName: '改名', videoId, commentModList: [] } }
  },
  'commentMod.remove': async () => ({ params: { id: (await aCommentMod(t, owner, await aVideo(t, owner))).id } }),
  'commentMod.copy': async () => ({
    params: { id: (await aCommentMod(t, owner, await aVideo(t, owner))).id },
    body: {},
  }),
  'commentMod.addMarked': async () => {
    const one = await live()
    const { id } = await aCommentMod(t, owner, one.videoId ?? '')
    await virtualUser()
    await t.platform.db.raw(
      'insert into room ("liveId", "firmId", "lastSeq", "createdAt") values ($1, $2, 1, $3) on conflict do nothing',
      [one.id, owner.firmId, t.clock.now()],
    )
    await t.platform.db.raw(
      `insert into "roomEvent" ("liveId", "firmId", seq, "roomMs", kind, payload, "messageKey", "createdAt")
       values ($1, $2, 1, 12340, 'commented', cast($3 as jsonb), 'key-1', $4)`,
      [
        one.id,
        owner.firmId,
        JSON.stringify({ user: { userId: 'u', name: '王小姐', imgUrl: '', as: 'viewer' }, text: '碗好美' }),
        t.clock.now(),
      ],
    )
    await send('mark.mark', { body: { liveId: one.id, seq: 1, marked: true } })
    return { params: { id }, body: { liveId: one.id } }
  },
  'live.create': async () => ({
    body: { liveName: '開窯', platformType: 'video', videoId: await aVideo(t, owner), beginAt: inMinutes(t, 90) },
  }),
  'live.change': async () => ({
    params: { id: (await draft()).id },
    body: { liveName: '改名', platformType: 'video', videoId: await aVideo(t, owner), beginAt: inMinutes(t, 90) },
  }),
  'live.settleHours': async () => ({ body: { liveId: (await live()).id } }),
  'live.remove': async () => ({ params: { id: (await live()).id } }),
  'room.publish': async () => ({ body: { liveId: (await draft()).id } }),
  'room.cancel': async () => ({ query: { liveId: (await live()).id } }),
  'room.close': async () => ({ query: { liveId: (await aLive(t, owner, { minutes: 0 })).id } }),
  'salesPage.create': async () => ({ body: salesPageBody() }),
  'salesPage.change': async () => ({
    params: { id: await made('salesPage.create', { body: salesPageBody() }) },
    body: salesPageBody(),
  }),
  'salesPage.remove': async () => ({ params: { id: await made('salesPage.create', { body: salesPageBody() }) } }),
  'signup.create': async () => ({ body: await formBody() }),
  'signup.change': async () => ({
    params: { id: await made('signup.create', { body: await formBody() }) },
    body: await formBody(),
  }),
  'signup.setPublished': async () => ({
    params: { id: await made('signup.create', { body: await formBody() }) },
    body: { published: false },
  }),
  'signup.remove': async () => ({ params: { id: await made('signup.create', { body: await formBody() }) } }),
  'signupUser.change': async () => ({ body: { signupUserId: (await signedUp()).id, memo: '回頭客' } }),
  'signupUser.cancelNotice': async () => ({
    body: { signupUserIds: [(await signedUp()).id], isCancelNotice: true },
  }),
  'signupUser.move': async () => {
    const { id, from, to } = await signedUp()
    return { body: { signupUserIds: [id], fromLiveId: from, toLiveId: to } }
  },
  'signupUser.resend': async () => ({ body: { signupUserIds: [(await signedUp()).id] } }),
  'signupUser.erase': async () => ({ body: { signupUserId: (await signedUp()).id } }),
  'signupUser.exportExcel': async () => ({ body: { format: 'csv' } }),
  'signupUser.add': async () => {
    const one = await live()
    const form = await aForm(t, owner, [{ liveId: one.id }])
    const person = { name: '王小明', phone: '0912000112', email: 'wang2@example.com' }
    return { body: { signupId: form.id, liveId: one.id, consentSource: '門市', ...person } }
  },
  'signupUserImport.start': async () => ({ params: { id: await aPeopleFile() }, body: {} }),
  'signupUserImport.cancel': async () => ({ params: { id: await started('signupUserImport', await aPeopleFile()) } }),
  'commentModImport.start': async () => ({ params: { id: await aCommentFile() }, body: {} }),
  'commentModImport.cancel': async () => ({ params: { id: await started('commentModImport', await aCommentFile()) } }),
  'block.create': async () => ({ body: { email: `${newId()}@example.com`, reason: '洗版' } }),
  'block.cancel': async () => ({ params: { id: await aBlock((await live()).id) } }),
  'block.cancelPermanent': async () => ({ params: { id: await aBlock() } }),
  'block.makePermanent': async () => ({ params: { id: await aBlock((await live()).id) } }),
  'block.again': async () => ({ params: { id: await cancelled() } }),
  'block.cancelMany': async () => ({ body: { ids: [await aBlock()] } }),
  'letter.changeSetting': async () => ({
    body: { smsBrand: `器${newId().slice(-4)}`, smsRegistered: ['shop.com.tw'] },
  }),
  'letterTemplate.create': async () => ({ body: templateBody() }),
  'letterTemplate.change': async () => ({ params: { id: await aTemplate() }, body: templateBody('另一份') }),
  'letterTemplate.remove': async () => ({ params: { id: await aTemplate() } }),
  'letterTemplate.test': async () => {
    const { letterTemplateType, contents } = templateBody()
    return { body: { letterTemplateType, contents, language: 'zh-TW' } }
  },
  'sending.create': async () => ({ body: await sendingBody() }),
  'sending.resend': async () => {
    const id = await made('sending.create', { body: await sendingBody() })
    await t.platform.jobs.idle()
    await t.platform.db.raw(`update "letterRecipient" set state = 'failed' where "letterId" = $1`, [id])
    return { params: { id } }
  },
  'sending.stop': async () => ({ params: { id: await made('sending.create', { body: await sendingBody() }) } }),
  'liveCustomer.create': async () => ({ body: await customerBody() }),
  'liveCustomer.change': async () => ({ params: { id: await aCustomer() }, body: await customerBody() }),
  'liveCustomer.remove': async () => ({ params: { id: await aCustomer() } }),
  'liveCustomer.addMany': async () => ({
    body: { liveId: (await live()).id, text: `林小美,${newId()}@example.com` },
  }),
  'optOut.create': async () => ({ body: optOutBody() }),
  'optOut.change': async () => ({ params: { id: await anOptOut() }, body: optOutBody() }),
  'optOut.remove': async () => ({ params: { id: await anOptOut() }, body: { reason: '本人要求恢復' } }),
  'optOutSheet.start': async () => ({ params: { id: await anOptOutFile() }, body: {} }),
  'optOutSheet.cancel': async () => ({ params: { id: await started('optOutSheet', await anOptOutFile()) } }),
  'automaticLetter.change': async () => ({ body: { ...automaticDefaults, liveNoticeMinutes: [10] } }),
  'sessionLetter.liveNotice': async () => ({ body: { liveId: (await live()).id } }),
  'sessionLetter.signupComplete': async () => ({ body: { signupId: await aFormId() } }),
  'sessionLetter.signupNotice': async () => ({ body: { signupId: await aFormId() } }),
  'partner.create': async () => ({ body: partnerBody() }),
  'partner.change': async () => ({ params: { id: await partnerId() }, body: partnerBody() }),
  'partner.remove': async () => ({ params: { id: await partnerId() } }),
  'partner.setPayoutAccount': async () => ({
    params: { id: await partnerId() },
    body: { bankCode: '822', account: '012345678901', holder: '林小美', taxId: '' },
  }),
  'partner.passwordLink': async () => ({ params: { id: await partnerId() }, body: {} }),
  'partner.invite': async () => ({ body: { partnerId: await partnerId(), language: 'en' } }),
  'association.create': async () => ({ body: linkBody(t, await partnerId()) }),
  'association.change': async () => {
    const { partner, link } = await aPartnerWithLink(t, owner)
    return { params: { id: link.id }, body: linkBody(t, partner.id) }
  },
  'association.remove': async () => ({ params: { id: (await aPartnerWithLink(t, owner)).link.id } }),
  'association.sendLink': async () => ({ body: { associationId: (await aPartnerWithLink(t, owner)).link.id } }),
  'association.changeProgram': async () => ({ body: { touch: 'first', leastPayout: 100_00 } }),
  // Last: who logs in after it would need the new one.
  'firm.updatePassword': async () => ({
    params: { id: owner.firmId },
    body: { password, newPassword: 'a new and longer password' },
  }),
}

const send = async (name: string, { params, query, body, files }: Sent): Promise<Reply> => {
  const route = allRoutes[name] as Route
  const url = urlOf(route, { params, query })
  const key = route.idempotency ? { 'idempotency-key': newId() } : {}
  const form = files && multipart({ ...((body ?? {}) as Record<string, string>) }, files)
  const content = form ? form.headers : body === undefined ? {} : { 'content-type': 'application/json' }
  const payload = form ? form.payload : body === undefined ? undefined : JSON.stringify(body)
  return t.request({
    method: route.method,
    url,
    headers: { ...owner.headers, ...key, ...content },
    ...(payload === undefined ? {} : { payload }),
  })
}

const writes = Object.entries(allRoutes).filter(([, { access, method }]) => access.kind === 'firm' && method !== 'GET')
const rows = async (): Promise<number> =>
  Number(
    (await t.platform.db.raw('select count(*) as rows from audit where "firmId" = $1', [owner.firmId])).rows[0]?.[
      'rows'
    ],
  )

describe('the log of changes', () => {
  test.each(Object.entries(calls))('SURFACES-1 %s leaves its row', async (name, make) => {
    const sent = await make()
    const before = await rows()
    const reply = await send(name, sent)
    expect([reply.status, reply.status >= 400 ? reply.body : 'fine']).toEqual([200, 'fine'])
    expect(await rows()).toBeGreaterThan(before)
  })

  test('SURFACES-2 Every write of a member is walked here, or proven elsewhere, or stands with its reason', () => {
    const known = [...Object.keys(calls), ...Object.keys(withoutRow), ...Object.keys(provenElsewhere)]
    expect(known.filter((name, at) => known.indexOf(name) !== at)).toEqual([])
    expect(writes.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !writes.some(([each]) => each === name))).toEqual([])
  })
})
