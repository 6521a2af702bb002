import { Component, type ReactNode } from 'react'

const root = (): HTMLElement | null => document.getElementById('root')

/** Comes when something is to be kept or put back, which is hardly ever. */
const typed = () => import('../../lib/audience/typed.ts')

interface State {
  /** The page as it was drawn. */
  readonly drawn: readonly ChildNode[] | undefined
}

/**
 * A fault in a page's own code leaves the page as it was drawn, with what was typed into it, and the notice that it has
 * to be loaded again (not-loaded.tsx): React would take everything away. Once it is loaded, what was typed is there again.
 * Everything that stands in the root is in it.
 */
export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  // Fields with values would bring helpers of the compiler along, for browsers that don't know them.
  declare private place: HTMLDivElement | null

  constructor(props: { readonly children: ReactNode }) {
    super(props)
    this.state = { drawn: undefined }
  }

  static getDerivedStateFromError(): State {
    // Still there: React takes it away only after it has drawn what is to stand in its place.
    return { drawn: [...(root()?.childNodes ?? [])] }
  }

  override componentDidMount(): void {
    const page = root()
    try {
      if (!page || sessionStorage.getItem('typed') === null) return
    } catch {
      // A browser that stores nothing has kept nothing.
      return
    }
    void typed().then(({ putBackTyped }) => putBackTyped(page))
  }

  override componentDidCatch(): void {
    const { place } = this
    if (!place) return
    // Without React, which has let go of them: nothing on them does anything, but for links.
    place.replaceChildren(...(this.state.drawn ?? []))
    void typed().then(({ keepTyped }) => keepTyped(place))
    const notice = document.getElementById('not-loaded')
    if (!notice) return
    notice.dataset['now'] = 'stopped'
    notice.hidden = false
  }

  override render(): ReactNode {
    return this.state.drawn ? (
      <div className="stopped" ref={(place) => void (this.place = place)} />
    ) : (
      this.props.children
    )
  }
}
