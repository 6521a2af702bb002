import type { ReactNode } from 'react'
import css from './state.module.css'

export type Art = 'list' | 'video' | 'products' | 'people' | 'letter' | 'search' | 'soon' | 'trouble'

export interface EmptyStateProps {
  readonly art?: Art
  readonly title: string
  readonly text?: ReactNode
  /** The button that ends the emptiness. */
  readonly action?: ReactNode
}

/** Teaches what belongs here: a picture, one sentence, the button. */
export const EmptyState = ({ art = 'list', title, text, action }: EmptyStateProps) => (
  <div className={css.state}>
    <Picture art={art} />
    <p className={css.title}>{title}</p>
    {text !== undefined && <p className={css.text}>{text}</p>}
    {action !== undefined && <div className={css.actions}>{action}</div>}
  </div>
)

const drawings: Readonly<Record<Art, ReactNode>> = {
  list: (
    <>
      <rect className={css.paper} x="42" y="22" width="92" height="72" rx="8" />
      <rect className={css.ink} x="52" y="34" width="20" height="14" rx="3" />
      <path className={css.line} d="M80 38h40M80 45h24" opacity=".5" />
      <rect className={css.ink} x="52" y="56" width="20" height="14" rx="3" />
      <path className={css.line} d="M80 60h40M80 67h18" opacity=".5" />
      <circle className={css.spot} cx="134" cy="88" r="14" />
      <path className={css.paper} d="M134 82v12M128 88h12" />
    </>
  ),
  video: (
    <>
      <rect className={css.paper} x="36" y="24" width="104" height="64" rx="8" />
      <path className={css.spot} d="m80 44 22 12-22 12z" />
      <path className={css.line} d="M48 98h80" opacity=".35" />
      <path className={css.line} d="M48 98h30" />
    </>
  ),
  products: (
    <>
      <path className={css.paper} d="M50 42h76l-6 50a6 6 0 0 1-6 5H62a6 6 0 0 1-6-5z" />
      <path className={css.line} d="M72 52V38a16 16 0 0 1 32 0v14" />
      <circle className={css.warm} cx="134" cy="34" r="12" />
    </>
  ),
  people: (
    <>
      <circle className={css.ink} cx="62" cy="48" r="14" />
      <path className={css.ink} d="M38 92c0-16 11-24 24-24s24 8 24 24z" />
      <circle className={css.spot} cx="106" cy="42" r="16" />
      <path className={css.spot} d="M78 92c0-19 13-28 28-28s28 9 28 28z" />
    </>
  ),
  letter: (
    <>
      <rect className={css.paper} x="40" y="32" width="96" height="60" rx="8" />
      <path className={css.line} d="m44 40 44 30 44-30" />
      <circle className={css.warm} cx="138" cy="30" r="10" />
    </>
  ),
  search: (
    <>
      <circle className={css.paper} cx="82" cy="54" r="28" />
      <path className={css.line} d="m103 75 20 20M72 54h20" />
    </>
  ),
  soon: (
    <>
      <rect className={css.paper} x="38" y="24" width="100" height="70" rx="8" />
      <path className={css.ink} d="M38 32a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v8H38z" />
      <circle className={css.spot} cx="48" cy="32" r="3" />
      <circle className={css.warm} cx="58" cy="32" r="3" />
      <path className={css.line} d="M52 54h30M52 64h46M52 74h22" opacity=".45" />
      <circle className={css.spot} cx="120" cy="76" r="18" />
      <path className={css.paper} d="M120 66v10l7 5" fill="none" />
    </>
  ),
  trouble: (
    <>
      <path className={css.paper} d="M88 24 136 94H40z" strokeLinejoin="round" />
      <path className={css.line} d="M88 50v20M88 80v1" />
    </>
  ),
}

const Picture = ({ art }: { art: Art }) => (
  <svg className={css.art} viewBox="0 0 176 112" aria-hidden="true">
    <ellipse className={css.sand} cx="88" cy="60" rx="84" ry="48" />
    {drawings[art]}
  </svg>
)
