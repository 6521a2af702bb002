import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { icon16 } from './icon-props.ts'
import css from './sheet-source.module.css'

/** As what a file of rows was read. */
export interface ShownSource {
  /** Null: of a workbook. */
  readonly charset: string | null
  readonly isGuessed: boolean
  /** Empty: of a text. */
  readonly sheetName: string
  /** What its first words would be in each character set that it may be in. */
  readonly candidates: readonly { readonly charset: string; readonly sample: string }[]
}

export interface SheetSourceTexts {
  readonly sheet: (name: string) => string
  readonly charset: (name: string) => string
  readonly charsetName: (charset: string) => string
  readonly guessed: (name: string) => string
  readonly otherCharset: string
}

interface SheetSourceNoteProps {
  readonly source: ShownSource
  readonly words: SheetSourceTexts
  readonly disabled: boolean
  readonly onCharset: (charset: string) => void
}

/** Which sheet of a workbook was read, or in which character set a text; another is chosen by how its words look in it. */
export const SheetSourceNote = ({ source, words, disabled, onCharset }: SheetSourceNoteProps) => {
  const { charset, isGuessed, sheetName, candidates } = source
  if (charset === null) return sheetName === '' ? null : <p className={css.sheet}>{words.sheet(sheetName)}</p>
  if (candidates.length === 0) return null
  const name = words.charsetName(charset)
  if (!isGuessed)
    return (
      <details className={css.known}>
        <summary>{words.charset(name)}</summary>
        <Choice source={source} words={words} disabled={disabled} onCharset={onCharset} label={words.otherCharset} />
      </details>
    )
  return (
    <section className={css.guessed} role="status">
      <p>
        <IconAlertTriangle {...icon16} />
        <span>{words.guessed(name)}</span>
      </p>
      <Choice source={source} words={words} disabled={disabled} onCharset={onCharset} label={words.otherCharset} />
    </section>
  )
}

const Choice = ({ source, words, disabled, onCharset, label }: SheetSourceNoteProps & { readonly label: string }) => {
  const group = useId()
  return (
    <div className={css.choice} role="radiogroup" aria-label={label}>
      {source.candidates.map(({ charset, sample }) => (
        <label key={charset}>
          <input
            className="checkbox"
            type="radio"
            name={group}
            checked={charset === source.charset}
            disabled={disabled}
            onChange={() => onCharset(charset)}
          />
          <span>
            <b>{words.charsetName(charset)}</b> <span className={css.sample}>{sample}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
