import type { TestApp } from './test-app.ts'

export interface LetterSeen {
  readonly key: string
  readonly type: number
  readonly to: string
  readonly state: string
  readonly language: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Letters of firms to an address as staff sees them, the oldest first. */
export const lettersTo = async (
  t: TestApp,
  address: string,
  wanted: (letter: LetterSeen) => boolean = () => true,
): Promise<LetterSeen[]> => {
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw(
    `select id, "firmId", key, type, state, language from "letterRecipient"
     where "toAddress" = $1 and "firmId" is not null order by "createdAt", id`,
    [address],
  )
  const letters = await Promise.all(
    rows.map(async ({ id, firmId, ...row }) => {
      const { subject, html, text } = await t.app.services.letters.show(String(firmId), String(id))
      return {
        key: String(row['key']),
        type: Number(row['type']),
        state: String(row['state']),
        language: String(row['language']),
        to: address,
        subject,
        html,
        text,
      }
    }),
  )
  return letters.filter(wanted)
}
