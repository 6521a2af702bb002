import type { Environment } from './environment.ts'

/** Addresses that links begin with. With port 0 they are known only once the server listens. */
export const createPublicUrls = ({
  publicUrl: configured,
  audienceUrl,
}: Pick<Environment, 'publicUrl' | 'audienceUrl'>) => {
  let publicUrl = configured
  return {
    publicUrl: (): string => publicUrl,
    setPublicUrl: (url: string): void => {
      publicUrl = url
    },
    /** Of pages for the audience, where no firm's own is meant. */
    audienceUrl: (): string => audienceUrl?.replace('{firm}', 'www') ?? publicUrl,
  }
}
export type PublicUrls = ReturnType<typeof createPublicUrls>
