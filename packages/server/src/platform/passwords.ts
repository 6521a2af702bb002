import { hash, verify } from '@node-rs/argon2'

/** What a guess costs. */
export interface PasswordCost {
  /** KiB of memory. */
  readonly memoryCost: number
  /** Passes over it. */
  readonly timeCost: number
}

/** argon2id with the parameters OWASP gives for servers: 19 MiB, two passes. */
export const strongCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Keeps passwords as argon2id hashes. A lower cost is for tests alone: it would let a stolen table be guessed. */
export const createPasswords = (cost: PasswordCost = strongCost) => {
  const hashPassword = (password: string): Promise<string> => hash(password, { ...cost, parallelism: 1 })
  let nobody: Promise<string> | undefined

  return {
    hash: hashPassword,
    /** Without a hash it takes just as long: an unknown account must not answer sooner. */
    isRight: async (password: string, passwordHash: string | undefined): Promise<boolean> => {
      nobody ??= hashPassword('nobody has this password')
      const right = await verify(passwordHash ?? (await nobody), password).catch(() => false)
      return right && passwordHash !== undefined
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
