import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { callApi } from '../harness/api.ts'

export interface Stage {
  readonly firmId: string
  readonly headers: Readonly<Record<string, string>>
  readonly product: { readonly id: string; readonly variants: readonly { readonly id: string }[] }
  readonly talk: { readonly id: string; readonly streamId: string }
  readonly shop: { readonly id: string; readonly streamId: string }
  readonly customUrl: string
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Tries until it works: the line is lost whenever the server is killed. Gives up only a while after the end. */
export const untilDone = async <A>(
  work: () => Promise<A>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<A> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (isFinal(error) || tries > 600) throw error
      await pause(100)
    }
  }
}

let people = 0
/** Where a person comes from, for servers that trust this machine's proxy: sign-ups of one network are limited. */
const networkOf = (number: string): string => `10.${Number(number) >> 8}.${Number(number) & 255}.7`

/** Signs a new person up for one of the rooms; answers the key of the personal link. */
export const takeSeat = async (url: string, stage: Stage, live: { id: string }): Promise<string> => {
  people += 1
  const number = String(people).padStart(4, '0')
  // One device for each person, so that a lost answer can be asked for again and shows the link.
  const cookie = `kaimai_device=fault-device-${process.pid}-${number}`
  const signedUp = await untilDone(() =>
    callApi(
      url,
      publicSignupRoutes.signUp,
      {
        body: {
          customUrl: stage.customUrl,
          liveIds: [live.id],
          name: `測試${number}`,
          phone: `091200${number}`,
          email: `fault${number}@example.com`,
          consent: true,
        },
      },
      { cookie, 'x-forwarded-for': networkOf(number) },
    ),
  )
  return signedUp.links[0]?.path.split('/').pop() ?? ''
}
