import type { Announcement } from '@kaimai/contract/announcement/announcement.routes.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import css from './announcement.module.css'
import { tagColours } from './announcement.rules.ts'

export const AnnouncementList = ({ announcements }: { announcements: readonly Announcement[] }) => {
  const t = useText('announcement')
  const f = useFormat()
  return (
    <ul className={css.list}>
      {announcements.map(({ announcementId, type, createDate, name, content }) => (
        <li key={announcementId}>
          <div className={css.meta}>
            {type.map((tag) => (
              <TagChip key={tag} colour={tagColours[tag]}>
                {t(`tag.${tag}`)}
              </TagChip>
            ))}
            <time dateTime={createDate}>{f.date(createDate)}</time>
          </div>
          <h3>{name}</h3>
          {/* Written by the platform's operator and sanitised by the server on the way in and out. */}
          <div className={css.content} dangerouslySetInnerHTML={{ __html: content }} />
        </li>
      ))}
    </ul>
  )
}
