import type { CSSProperties, ReactNode } from 'react'
import css from './frame.module.css'

const toneOf = (tone: string): CSSProperties & Record<'--tone', string> => ({ '--tone': tone })

/** The page's ground: its one tone, and a container whose width decides the layout (the editor's preview is narrow). */
export const Frame = ({ tone, isPreview, children }: { tone: string; isPreview?: boolean; children: ReactNode }) => {
  // Within the console the page is no landmark of its own.
  const Main = isPreview ? 'div' : 'main'
  return (
    <div className={css.container} style={toneOf(tone)}>
      <Main className={css.page}>{children}</Main>
    </div>
  )
}
