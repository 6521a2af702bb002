/** Text messages go to mobile numbers of Taiwan alone, as they are kept: `+886912345678`. */
export const isSmsNumber = (phone: string): boolean => /^\+8869\d{8}$/.test(phone)
