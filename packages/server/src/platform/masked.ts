/** '+886912345678' → '+886912•••678': enough to distinguish two people, too little to call them. */
export const maskedPhone = (phone: string): string =>
  phone.length < 8 ? '•'.repeat(phone.length) : `${phone.slice(0, -6)}•••${phone.slice(-3)}`

/** 'mei.lin@example.com' → 'm•••@example.com'. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? (email === '' ? '' : '•••') : `${email.slice(0, 1)}•••${email.slice(at)}`
}
