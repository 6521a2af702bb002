/** A buyer by number: no two have the same phone or e-mail, so none waits for another's mark. */
export const personOf = (number: number): { fullName: string; phone: string; email: string } => ({
  fullName: `林小美${number}`,
  phone: `0912${String(number).padStart(6, '0')}`,
  email: `buyer${number}@example.com`,
})
