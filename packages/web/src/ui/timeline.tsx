import css from './timeline.module.css'

export interface TimelineStep {
  /** When it happened, ISO 8601, and the same for people. */
  readonly at: string
  readonly time: string
  readonly title: string
  /** Who did it; empty: nobody to name. */
  readonly by: string
  readonly detail?: string
  readonly tone?: 'good' | 'warn' | 'ended' | undefined
}

/** What has happened to a record, step by step; the newest is the last and stands out. */
export const Timeline = ({ steps }: { steps: readonly TimelineStep[] }) => (
  <ol className={css.timeline}>
    {steps.map(({ at, time, title, by, detail = '', tone }, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <li key={`${at}-${index}`} data-tone={tone}>
        <p className={css.title}>{title}</p>
        <p className="meta">
          <time dateTime={at}>{time}</time>
          {by !== '' && <span>{by}</span>}
        </p>
        {detail !== '' && <p className={css.detail}>{detail}</p>}
      </li>
    ))}
  </ol>
)
