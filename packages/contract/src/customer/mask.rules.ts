import type { Delivery } from '../order/checkout.schema.ts'

// What a locked profile shows of what is saved: enough for its owner to know it again, too little for anybody else. The
// end of the phone is what opens it, so of a phone only the begin stays.

const star = '*'

/** '王小明' → '王○明', '王明' → '王○'. */
export const maskedName = (name: string): string => {
  const letters = [...name.trim()]
  if (letters.length < 2) return letters.length === 0 ? '' : '○'
  const last = letters.length > 2 ? (letters.at(-1) ?? '') : ''
  return (letters[0] ?? '') + '○'.repeat(Math.min(3, Math.max(1, letters.length - 2))) + last
}

/** A phone as it is dialled at home, '0912345678' → '0912 *** ***'; shorter ones keep less. */
export const maskedPhone = (phone: string): string => {
  const digits = phone.replace(/[^\d+]/g, '')
  if (digits === '') return ''
  const kept = digits.slice(0, Math.max(0, Math.min(4, digits.length - 6)))
  return `${kept} ${star.repeat(3)} ${star.repeat(3)}`.trim()
}

/** 'mei@example.com' → 'm***@***.com'. */
export const maskedEmail = (email: string): string => {
  if (email === '') return ''
  const end = /\.[a-z]{2,10}$/.exec(email)?.[0] ?? ''
  return `${[...email][0] ?? ''}${star.repeat(3)}@${star.repeat(3)}${end}`
}

/** Where it goes, as far as the district: '臺北市大安區 ***'. Empty where it goes nowhere. */
export const maskedDelivery = (delivery: Delivery | null): string => {
  switch (delivery?.type) {
    case 'home':
      return `${delivery.county}${delivery.district} ${star.repeat(3)}`
    case 'store': {
      // The chain, where the name has it apart.
      const chain = /^(\S{1,12})\s+\S/.exec(delivery.storeName)?.[1] ?? ''
      return `${chain} ${star.repeat(3)}`.trim()
    }
    case 'self':
    case 'none':
    case undefined:
      return ''
  }
}
