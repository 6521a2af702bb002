import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import type { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import type { Member, TestApp } from './test-app.ts'

const contentOf = (subject: string, name: string): TemplateContents['en'] => ({
  subject,
  blocks: [{ kind: 'heading', text: `${name}，{{firmName}}` }],
})

/** A free text; `name` is the variable as it stands in it. */
export const freeTextBody = (letterTemplateName = '秋窯開賣', name = '{{name|您}}') => ({
  letterTemplateName,
  letterTemplateType: 10,
  contents: { 'zh-TW': contentOf('秋窯開賣', name), en: contentOf('Autumn sale', name) },
})

export const aFreeText = async (t: TestApp, member: Member, name?: string): Promise<string> =>
  (await t.call(letterTemplateRoutes.create, { body: freeTextBody('秋窯開賣', name) }, member.headers)).id

export const aList = (text: string) => ({ kind: 'list' as const, text, consent: '門市紙本名單' })

/** A sending to a pasted list, and its id. */
export const aSending = async (
  t: TestApp,
  member: Member,
  text: string,
  scheduledAt: string | null = null,
): Promise<string> => {
  const letterTemplateId = await aFreeText(t, member)
  const body = { title: '秋窯開賣', letterTemplateId, audience: aList(text), scheduledAt }
  return (await t.call(sendingRoutes.create, { body }, member.headers)).id
}
