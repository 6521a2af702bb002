import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP gives for servers: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, options)

let nobody: Promise<string> | undefined

/** Without a hash it takes just as long: an unknown account must not answer sooner. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password')
  const right = await verify(passwordHash ?? (await nobody), password).catch(() => false)
  return right && passwordHash !== undefined
}
