import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import css from './hearts.module.css'
import { drawnAtOnce, drawnOfFrame, type HeartsSeen, heartsToDraw, noHearts } from './flying-hearts.ts'

interface Flying {
  readonly id: number
  readonly kind: 'own' | 'others' | 'simulated'
  readonly sway: number
  readonly size: number
  readonly delayMs: number
}

/** A frame's hearts rise one after another. */
const spreadMs = 600
const kinds = ['own', 'others', 'simulated'] as const
const shape = 'M12 20.5 4.6 13.2a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 6.9 0l.5.5.5-.5a4.9 4.9 0 0 1 6.9 0 4.9 4.9 0 0 1 0 7Z'

let made = 0
const flyingOf = (kind: Flying['kind'], count: number): Flying[] =>
  Array.from({ length: Math.min(count, drawnOfFrame) }, () => {
    made += 1
    return {
      id: made,
      kind,
      sway: Math.round(Math.random() * 56 - 36),
      size: 18 + Math.round(Math.random() * 10),
      // One's own answers the finger.
      delayMs: kind === 'own' ? 0 : Math.round(Math.random() * spreadMs),
    }
  })

/** Hearts that rise, and are gone: one's own at once, those of others as the room says them. Nobody has to see them. */
export const Hearts = ({
  hearts,
  taps,
}: {
  readonly hearts: Pick<HeartsSeen, 'all' | 'simulated'>
  readonly taps: number
}) => {
  const seen = useRef<HeartsSeen>(noHearts)
  const [flying, setFlying] = useState<readonly Flying[]>([])
  const { all, simulated } = hearts
  useEffect(() => {
    const { draw, seen: next } = heartsToDraw(seen.current, { all, simulated, taps }, performance.now())
    seen.current = next
    // Nobody looks: they would all rise at once when the page is seen again.
    if (document.hidden) return
    const more = kinds.flatMap((kind) => flyingOf(kind, draw[kind]))
    if (more.length > 0) setFlying((before) => [...before, ...more].slice(-drawnAtOnce))
  }, [all, simulated, taps])
  const land = (id: number) => setFlying((before) => before.filter((each) => each.id !== id))
  return (
    <span className={css.sky} aria-hidden="true" data-part="hearts">
      {flying.map(({ id, kind, sway, size, delayMs }) => (
        <svg
          key={id}
          viewBox="0 0 24 24"
          width={size}
          height={size}
          className={clsx(css.heart, kind === 'own' && css.own, kind === 'simulated' && css.hollow)}
          data-heart={kind}
          style={{ '--sway': `${sway}px`, animationDelay: `${delayMs}ms` } as React.CSSProperties}
          onAnimationEnd={() => land(id)}
        >
          <path d={shape} />
        </svg>
      ))}
    </span>
  )
}
