import type { SheetSource } from '@kaimai/contract/common/sheet.ts'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useSourceTexts } from '../../lib/sheet/use-import.ts'
import { Button } from '../../ui/button.tsx'
import { SheetSourceNote } from '../../ui/sheet-source.tsx'
import css from './statement.module.css'

interface FileSourceProps {
  readonly source: SheetSource
  /** Nothing was written: the character set is a guess. */
  readonly asks: boolean
  readonly busy: boolean
  /** Sends the file again in that character set, which writes. */
  readonly onCharset: (charset: string) => void
}

/** As what a file was read; one whose character set is a guess waits for somebody to say that its words are right. */
export const FileSource = ({ source, asks, busy, onCharset }: FileSourceProps) => {
  const t = useText('order')
  const words = useSourceTexts()
  const [picked, setPicked] = useState<string>()
  const charset = picked ?? source.charset ?? ''
  // What is written is not read in another character set any more: it would stand there twice.
  const written = { ...source, candidates: [] }
  if (!asks) return <SheetSourceNote source={written} words={words} disabled onCharset={onCharset} />
  const shown = { ...source, charset }
  return (
    <div className={css.source}>
      <SheetSourceNote source={shown} words={words} disabled={busy} onCharset={setPicked} />
      <Button kind="primary" busy={busy} onClick={() => onCharset(charset)}>
        {t('statement.confirmCharset')}
      </Button>
    </div>
  )
}
