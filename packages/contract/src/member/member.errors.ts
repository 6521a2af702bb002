import { defineErrorTexts } from '../common/error-text.ts'

export const memberErrors = defineErrorTexts({
  lastOwner: {
    'zh-TW': '至少要有一位擁有者。請先把另一位成員設為擁有者',
    en: 'There must be at least one owner. Make another member an owner first',
  },
  onlyOwners: { 'zh-TW': '只有擁有者可以變更擁有者', en: 'Only an owner may change an owner' },
  aboveOneself: {
    'zh-TW': '不能給別人比自己更多的權限',
    en: 'You cannot give more permissions than you have yourself',
  },
  notOneself: { 'zh-TW': '不能移除自己。請其他擁有者來移除', en: 'You cannot remove yourself. Ask another owner to' },
  alreadyMember: { 'zh-TW': '這個電子郵件已經是成員', en: 'A member with this e-mail is already here' },
  alreadyInvited: {
    'zh-TW': '已經邀請過這個電子郵件，可以在邀請列表重寄',
    en: 'This e-mail has been invited already. You can send the invitation again from the list',
  },
  tooManyInvitations: {
    'zh-TW': '邀請太頻繁，請一小時後再試',
    en: 'That was many invitations. Please try again in an hour',
  },
  invitationGone: {
    'zh-TW': '這個邀請已經失效，請對方重新寄送',
    en: 'This invitation is no longer valid. Ask for a new one',
  },
  emailLinkGone: {
    'zh-TW': '這個確認連結已經失效，請重新變更電子郵件',
    en: 'This confirmation link is no longer valid. Please change the e-mail again',
  },
  sameEmail: { 'zh-TW': '這就是目前的電子郵件', en: 'This is the e-mail you have now' },
  ownerKeeps: {
    'zh-TW': '擁有者一律有全部權限',
    en: 'An owner always has every permission',
  },
})
