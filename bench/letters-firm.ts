/** Who is logged in to the server that letters.ts measures. */
export const benchAccount = { account: 'bench', password: 'correct horse battery' } as const
export const hourMs = 3_600_000
