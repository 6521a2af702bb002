import { IconHeart } from '@tabler/icons-react'
import { useState } from 'react'
import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { IconTap } from '../../../../ui/audience/icon-tap.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { LazyHearts } from '../room/lazy-parts.ts'
import css from './composer.module.css'

/** The button that gives a heart; what flies above it comes with the first one. */
export const HeartButton = ({
  hearts,
  onHeart,
}: {
  readonly hearts: RoomState['hearts']
  readonly onHeart: (() => boolean) | undefined
}) => {
  const t = useText('room')
  const [taps, setTaps] = useState(0)
  return (
    <span className={css.heart} data-part="heart">
      <IconTap
        label={t('composer.heart')}
        icon={<IconHeart {...icon20} />}
        filled="soft"
        // The keys stay up, or down.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onHeart?.() && setTaps((before) => before + 1)}
      />
      {taps + hearts.all > 0 && <LazyHearts hearts={hearts} taps={taps} />}
    </span>
  )
}
