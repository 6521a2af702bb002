// How long the console's call takes to count the people of a pasted list, for letters.ts.
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { callApi } from '../e2e/harness/api.ts'
import { aList } from '../packages/server/test/sending.ts'

/** Three in ten lines are rubbish; answers how long it takes to count them by reason. */
export const countPasted = async (url: string, headers: Record<string, string>, lines: number): Promise<number> => {
  const text = Array.from({ length: lines }, (_, n) => {
    if (n % 10 === 0) return '電話 0912345678'
    if (n % 10 === 1) return `wrong${n}@`
    return n % 10 === 2 ? 'same@example.com' : `小美, pasted${n}@example.com`
  })
  const body = { audience: aList(text.join('\n')), letterTemplateId: null }
  const beganAt = performance.now()
  const { people, dropped } = await callApi(url, sendingRoutes.preview, { body }, headers)
  const seconds = (performance.now() - beganAt) / 1000
  const tenth = lines / 10
  const isRight =
    people === tenth * 7 + 1 &&
    dropped.noAddress === tenth &&
    dropped.invalid === tenth &&
    dropped.duplicate === tenth - 1
  if (!isRight) throw new Error(`a pasted list is counted as ${people} people and ${JSON.stringify(dropped)}`)
  return seconds
}
