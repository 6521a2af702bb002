// Redacts the contacts of a person for staff without the right to personal data, and for a device that is not known:
// enough for who knows the person, too little for anybody else. The last digits of the phone open a saved profile, so of
// a phone only the begin is ever shown. Whether somebody may see all is `can(…, 'personal')` at each list (maySeePersonal); an
// order's details leave contacts out instead.

export const star = '*'

/** '王小明' → '王○明', '王明' → '王○'. */
export const redactName = (name: string): string => {
  const letters = [...name.trim()]
  if (letters.length < 2) return letters.length === 0 ? '' : '○'
  const last = letters.length > 2 ? (letters.at(-1) ?? '') : ''
  return (letters[0] ?? '') + '○'.repeat(Math.min(3, Math.max(1, letters.length - 2))) + last
}

/** '+886912345678' and '0912345678' → '0912 *** ***', as it is dialled at home; shorter ones keep less. */
export const redactPhone = (phone: string): string => {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^\+886/, '0')
  if (digits === '') return ''
  const shown = digits.slice(0, Math.max(0, Math.min(4, digits.length - 6)))
  return `${shown} ${star.repeat(3)} ${star.repeat(3)}`.trim()
}

/** 'mei@example.com' → 'm***@***.com'. */
export const redactEmail = (email: string): string => {
  if (email === '') return ''
  const end = /\.[a-z]{2,10}$/.exec(email)?.[0] ?? ''
  return `${[...email][0] ?? ''}${star.repeat(3)}@${star.repeat(3)}${end}`
}
