import { textParts } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { IconChevronDown, IconMessageCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Countdown } from '../../../lib/audience/countdown.tsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { icon18, icon20 } from '../../../ui/icon-props.ts'
import css from './blocks.module.css'
import type { BlockOf } from './page-data.ts'

/** Plain text of a merchant: paragraphs and points, never HTML. */
export const Words = ({ text }: { text: string }) =>
  textParts(text).map((part, index) =>
    part.kind === 'list' ? (
      <ul key={index}>
        {part.points.map((point, place) => (
          <li key={place}>{point}</li>
        ))}
      </ul>
    ) : (
      <p key={index}>
        {part.lines.map((line, place) => (
          <span key={place}>
            {place > 0 && <br />}
            {line}
          </span>
        ))}
      </p>
    ),
  )

export const TextBlock = ({ block }: { block: BlockOf<'text'> }) => (
  <section className={css.block}>
    {block.heading !== '' && <h2>{block.heading}</h2>}
    {/* Written by the server from the text's own blocks, never as it came. */}
    <div className={css.words} dangerouslySetInnerHTML={{ __html: block.text }} />
  </section>
)

export const PictureBlock = ({ block }: { block: BlockOf<'picture'> }) => (
  <figure className={clsx(css.block, css.picture)}>
    <Picture src={block.url} alt={block.caption} sizes="(min-width: 720px) 680px, calc(100vw - 40px)" />
    {block.caption !== '' && <figcaption aria-hidden="true">{block.caption}</figcaption>}
  </figure>
)

export const QuestionsBlock = ({ block }: { block: BlockOf<'questions'> }) => {
  const t = useText('sales-page')
  return (
    <section className={css.block}>
      <h2>{block.heading || t('questions')}</h2>
      <div className={css.questions}>
        {block.items.map(({ question, answer }, index) => (
          <details key={index}>
            <summary>
              {question}
              <IconChevronDown {...icon20} />
            </summary>
            <div className={css.words}>
              <Words text={answer} />
            </div>
          </details>
        ))}
      </div>
    </section>
  )
}

/** A page's countdown: what does not fit beside goes below. */
export const Clock = (countdown: { untilMs: number; nowMs: number; label: string }) => (
  <Countdown {...countdown} texts="sales-page" className={css.count} />
)

export const CountdownBlock = ({ block, nowMs }: { block: BlockOf<'countdown'>; nowMs: number }) => {
  const t = useText('sales-page')
  const untilMs = Date.parse(block.until)
  if (nowMs < untilMs) {
    return (
      <div className={css.block}>
        <Clock untilMs={untilMs} nowMs={nowMs} label={block.heading || t('countdown.title')} />
      </div>
    )
  }
  if (block.after === '') return null
  return (
    <div className={css.block}>
      <p className={css.over}>{block.after}</p>
    </div>
  )
}

export const ContactBlock = ({ block, firmLink }: { block: BlockOf<'contact'>; firmLink: string }) => {
  const t = useText('sales-page')
  const href = block.link || firmLink
  return (
    <section className={css.block}>
      {block.heading !== '' && <h2>{block.heading}</h2>}
      <div className={css.words}>
        <Words text={block.text} />
      </div>
      {href !== '' && (
        <p className={css.contact}>
          <ActionLink kind="quiet" href={href} away={/^https?:/i.test(href)} icon={<IconMessageCircle {...icon18} />}>
            {block.label || t('seller.contact')}
          </ActionLink>
        </p>
      )}
    </section>
  )
}
