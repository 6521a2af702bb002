import type { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'

const contentOf = (subject: string, heading: string, label: string): TemplateContents['en'] => ({
  subject,
  blocks: [
    { kind: 'heading', text: heading },
    { kind: 'richText', html: '<p><strong>{{firmName}}</strong>｜{{liveBeginAt}}</p>' },
    { kind: 'facts', facts: [{ label: '場次', value: '{{sessionTitle}}' }] },
    { kind: 'button', label, url: '{{liveUrl}}' },
  ],
})

/** A whole template for who has signed up. */
export const templateContents = (): TemplateContents => ({
  'zh-TW': contentOf('{{name|您}}的位子留好了：{{sessionTitle}}', '{{name|您}}，秋窯見', '進入直播間'),
  en: contentOf('Your seat for {{sessionTitle}}', 'See you, {{name|friend}}', 'Enter the show'),
})

export const templateBody = (letterTemplateName = '秋窯報名完成', letterTemplateType = 2) => ({
  letterTemplateName,
  letterTemplateType,
  contents: templateContents(),
})
