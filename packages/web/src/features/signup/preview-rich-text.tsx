import type { ReactNode } from 'react'
import { readHtml, type TextLine } from './rich-text.ts'
import css from './signup-preview.module.css'

const line = (words: TextLine): ReactNode =>
  words.map(({ text, bold, href }, index) => {
    const said = bold ? <b>{text}</b> : text
    return <span key={`${index}-${text}`}>{href === undefined ? said : <u>{said}</u>}</span>
  })

/** Stored content as elements: its tags never reach the console's document. */
export const RichText = ({ html }: { html: string }) => (
  <div className={css.content}>
    {readHtml(html).map(({ kind, lines }, place) => {
      const key = `${place}-${kind}`
      if (kind === 'p') {
        return (
          <p key={key}>
            {lines.map((words, index) => (
              <span key={`line-${index}`}>
                {index > 0 && <br />}
                {line(words)}
              </span>
            ))}
          </p>
        )
      }
      const items = lines.map((words, index) => <li key={`item-${index}`}>{line(words)}</li>)
      return kind === 'ul' ? <ul key={key}>{items}</ul> : <ol key={key}>{items}</ol>
    })}
  </div>
)
