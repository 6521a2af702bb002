import { Component, type ReactNode } from 'react'
import { keepTyped, readTyped, takeTyped, type Typed, writeTyped } from './typed.ts'

interface Drawn {
  readonly html: string
  readonly typed: readonly Typed[]
}

const root = (): HTMLElement | null => document.getElementById('root')

/**
 * A fault in a page's own code leaves the page as it was drawn, with what was typed into it, and the notice that it has
 * to be loaded again (not-loaded.tsx): React would take everything away. Once it is loaded, what was typed is there again.
 */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly drawn: Drawn | undefined }> {
  override state: { readonly drawn: Drawn | undefined } = { drawn: undefined }

  static getDerivedStateFromError(): { readonly drawn: Drawn } {
    const page = root()
    // Still as it was: React draws what follows from this only now.
    return { drawn: { html: page?.innerHTML ?? '', typed: page ? readTyped(page) : [] } }
  }

  override componentDidMount(): void {
    const page = root()
    const typed = takeTyped()
    // What the page reads of the device stands after its first effects.
    if (page && typed.length > 0) requestAnimationFrame(() => requestAnimationFrame(() => writeTyped(page, typed)))
  }

  override componentDidCatch(): void {
    const page = root()
    const { drawn } = this.state
    if (page && drawn) {
      writeTyped(page, drawn.typed)
      keepTyped(drawn.typed)
    }
    const notice = document.getElementById('not-loaded')
    if (!notice) return
    notice.dataset['now'] = 'stopped'
    notice.hidden = false
  }

  override render(): ReactNode {
    const { drawn } = this.state
    // oxlint-disable-next-line react/no-danger -- what this very page had drawn itself
    return drawn ? <div className="stopped" dangerouslySetInnerHTML={{ __html: drawn.html }} /> : this.props.children
  }
}
