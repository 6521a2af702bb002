import { youtubeIdOf } from '@kaimai/contract/live/youtube.rules.ts'
import { IconBrandYoutube, IconExternalLink } from '@tabler/icons-react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import type { LiveFields } from './live-values.ts'
import css from './youtube-field.module.css'

/** The address of a video or live on YouTube, and what was understood of it. */
export const YoutubeField = ({ form, fixed }: { form: SchemaForm<LiveFields>; fixed: boolean }) => {
  const t = useText('live')
  const id = youtubeIdOf(form.values.youtubeUrl)
  return (
    <div className={css.field}>
      <LabelledInput
        {...form.field('youtubeUrl')}
        label={t('youtube.address')}
        description={t(fixed ? 'basics.videoFixed' : 'youtube.addressHint')}
        placeholder="https://www.youtube.com/watch?v=…"
        type="url"
        inputMode="url"
        icon={<IconBrandYoutube {...icon18} />}
        disabled={fixed}
        required
      />
      {id !== undefined && (
        <div className={css.found} role="status">
          {/* Our pages load nothing of other sites: the picture itself is shown in the room's player. */}
          <span className={css.picture} aria-hidden="true">
            <IconBrandYoutube size={28} stroke={1.5} />
          </span>
          <span className={css.words}>
            <b>{t('youtube.found')}</b>
            <code>{id}</code>
          </span>
          <Button size="s" href={`https://www.youtube.com/watch?v=${id}`} icon={<IconExternalLink {...icon16} />}>
            {t('youtube.open')}
          </Button>
        </div>
      )}
    </div>
  )
}
