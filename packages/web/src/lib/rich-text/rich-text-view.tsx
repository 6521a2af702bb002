import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'

/** A text as its page will show it; links are drawn and lead nowhere. Written anew from its blocks, never as it came. */
export const RichTextView = ({ html, className }: { html: string; className?: string | undefined }) => (
  <div className={className} inert dangerouslySetInnerHTML={{ __html: richTextHtml(html) }} />
)
