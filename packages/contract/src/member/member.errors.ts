import { defineErrorTexts } from '../common/error-text.ts'

export const memberErrors = defineErrorTexts({
  lastOwner: {
    'zh-TW': '至少要有一位擁有者。請先把另一位成員設為擁有者',
    en: 'A shop needs at least one owner. Make another member an owner first',
  },
  onlyOwners: { 'zh-TW': '只有擁有者可以變更擁有者', en: 'Only an owner can change an owner' },
  aboveOneself: {
    'zh-TW': '不能給別人比自己更多的權限',
    en: 'You can’t give someone more permissions than you have',
  },
  notOneself: {
    'zh-TW': '不能移除自己。請其他擁有者來移除',
    en: 'You can’t remove yourself. Ask another owner to do it',
  },
  alreadyMember: { 'zh-TW': '這個電子郵件已經是成員', en: 'This email already belongs to a member' },
  alreadyInvited: {
    'zh-TW': '已經邀請過這個電子郵件，可以在邀請列表重寄',
    en: 'This email was already invited. You can resend the invitation from the list',
  },
  tooManyInvitations: {
    'zh-TW': '邀請太頻繁，請一小時後再試',
    en: 'Too many invitations. Try again in an hour',
  },
  invitationGone: {
    'zh-TW': '這個邀請已經失效，請對方重新寄送',
    en: 'This invitation is no longer valid. Ask for a new one',
  },
  emailLinkGone: {
    'zh-TW': '這個確認連結已經失效，請重新變更電子郵件',
    en: 'This confirmation link is no longer valid. Change your email again',
  },
  sameEmail: { 'zh-TW': '這就是目前的電子郵件', en: 'This is already your email' },
  ownerKeeps: {
    'zh-TW': '擁有者一律有全部權限',
    en: 'Owners always have full access',
  },
})
