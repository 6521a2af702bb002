import { z } from 'zod'
import type { App } from './app.ts'
import type { Platform } from './platform/platform.ts'

export interface OperatorCommand {
  /** How it is typed after `npm run operator --`. */
  readonly usage: string
  readonly does: string
  /** Throws, as text, what is wrong with the arguments or with the request. */
  readonly run: (typed: unknown) => Promise<unknown>
}

export interface Parts {
  readonly app: App
  readonly platform: Platform
}

export const command = <A>(spec: {
  usage: string
  does: string
  args: z.ZodType<A>
  run: (args: A) => Promise<unknown>
}): OperatorCommand => ({
  usage: spec.usage,
  does: spec.does,
  run: async (args) => {
    const parsed = spec.args.safeParse(args ?? {})
    if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
    return spec.run(parsed.data)
  },
})
