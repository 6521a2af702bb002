import type { AuditRow } from '@kaimai/contract/member/member.schema.ts'
import type { Text } from '../../lib/i18n/use-text.tsx'

/** Subjects, verbs and fields that have a text; what is not here is shown as the log has it. */
export const subjects = [
  'member',
  'firm',
  'product',
  'salesPage',
  'video',
  'live',
  'series',
  'signup',
  'signupUser',
  'liveUser',
  'commentMod',
  'virtualUser',
  'block',
  'letter',
  'letterTemplate',
  'order',
  'payment',
  'room',
  'association',
  'partner',
  'access',
  'account',
  'hours',
  'points',
  'announcement',
  'image',
] as const
export const verbs = [
  'create',
  'change',
  'remove',
  'import',
  'export',
  'copy',
  'cancel',
  'close',
  'publish',
  'settle',
  'send',
  'stop',
  'grant',
  'suspend',
  'restore',
  'register',
  'upload',
  'download',
  'ship',
  'refund',
  'memo',
  'mark',
  'extend',
  'delay',
  'block',
  'unblock',
  'enable',
  'disable',
  'reload',
  'changeMany',
  'undoMany',
  'createMany',
  'removeMany',
  'rename',
  'changeThumbnail',
  'packageAgain',
  'addMarked',
  'move',
  'notices',
  'resend',
  'again',
  'permanent',
] as const
/** Actions whose words are not verb and subject put together. */
export const ownWords = [
  'member.invite',
  'member.resendInvitation',
  'member.withdrawInvitation',
  'member.join',
  'member.change',
  'member.changeSelf',
  'member.askEmail',
  'member.changeEmail',
  'member.changePassword',
  'member.resetPassword',
  'member.endDevice',
  'firm.setProduct',
  'firm.suspend',
  'firm.restore',
  'firm.grant',
  'firm.register',
] as const
export const fields = [
  'name',
  'userName',
  'phone',
  'email',
  'account',
  'role',
  'bombmyLive',
  'bombmySignup',
  'bombmySetting',
  'password',
  'price',
  'originalPrice',
  'stock',
  'productName',
  'keyword',
  'count',
  'beginAt',
  'endAt',
  'liveName',
  'signupName',
  'customUrl',
  'imgUrl',
  'contactLink',
  'legalName',
  'taxId',
  'legalAddress',
  'legalPhone',
  'orderNoPrefix',
  'disclosure',
  'searchable',
  'oneDevice',
  'memo',
  'reason',
  'hours',
  'points',
  'note',
  'bombmyAssociation',
  'published',
  'comments',
  'products',
  'rows',
  'format',
  'signupTitle',
  'permanent',
  'slowSeconds',
  'bannedKeywords',
  'anonymousAllowed',
  'platformType',
  'videoId',
  'waitingMinutes',
  'replayMinutes',
  'commentModId',
  'hostName',
  'infoImages',
  'imageUrl',
  'youtubeUrl',
  'plannedMinutes',
  'extendedMinutes',
  'callsToAction',
  'fakeTickets',
  'audienceCurve',
] as const

const has = (words: readonly string[], word: string): boolean => words.includes(word)

/** 「變更商品」; an action without words as it is written. */
export const sayAction = (t: Text, action: string): string => {
  if (has(ownWords, action)) return t(`audit.action.${action}`)
  const [subject = '', verb = ''] = action.split('.')
  if (!has(subjects, subject) || !has(verbs, verb)) return action
  return t('audit.sentence', { verb: t(`audit.verb.${verb}`), subject: t(`audit.subject.${subject}`) })
}

export const sayField = (t: Text, field: string): string => (has(fields, field) ? t(`audit.fields.${field}`) : field)

const roleNames = ['owner', 'manager', 'host', 'assistant', 'analyst']

/** A value in words; null: there was none. */
export const sayValue = (t: Text, field: string, value: string | null): string | undefined => {
  if (value === null || value === '') return undefined
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'audit.yes' : 'audit.no')
  if (field === 'role' && has(roleNames, value)) return t(`role.${value}`)
  if (field.startsWith('bombmy') && /^[012]$/.test(value)) return t(`figure.${value}`)
  return value
}

export type Change = AuditRow['changes'][number]
