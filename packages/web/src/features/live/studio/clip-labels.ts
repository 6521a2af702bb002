import { useMemo } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { useStudio } from './editor-context.ts'
import { type Clip, endOf } from './model/studio-doc.ts'
import { showClock, showTenths } from './model/view.ts'

export interface ClipLabels {
  /** A03 柴燒側把壺; 小鹿媽咪：出水順不順; 林*君 買了側把壺 ×1 */
  readonly line: (clip: Clip) => string
  /** As it stands on its track: the words alone. */
  readonly label: (clip: Clip) => string
  readonly productName: (productId: string) => string
  /** For screen readers: what it is, when, and what is wrong. */
  readonly whole: (clip: Clip) => string
  /** 12:18.0 到 17:00.0 */
  readonly times: (clip: Clip) => string
}

/** How clips are called, wherever they are named. */
export const useClipLabels = (): ClipLabels => {
  const t = useText('live')
  const { known, editor, problems } = useStudio()
  return useMemo(() => {
    const productName = (productId: string) => known.get(productId)?.productName ?? t('studio.word.unknownProduct')
    const keyed = (productId: string) =>
      [known.get(productId)?.keyword ?? '', productName(productId)].filter((part) => part !== '').join(' ')
    const label = (clip: Clip): string => {
      switch (clip.track) {
        case 'comment':
          return clip.commentText.trim() || t('studio.word.noText')
        case 'product':
          return keyed(clip.productId)
        case 'fakeTicket':
          return t('studio.word.ticketShort', { name: clip.userName, count: clip.quantity })
        case 'callToAction':
          return clip.text.trim() || t('studio.word.noText')
        case 'poll':
          return clip.question.trim() || t('studio.word.noText')
        case 'giveaway':
          return clip.prize.trim() || t('studio.word.noText')
        case 'hearts':
          return t('studio.word.heartCount', { count: clip.count })
        case 'audience':
          return t('studio.word.people', { count: clip.count })
      }
    }
    const line = (clip: Clip): string => {
      switch (clip.track) {
        case 'comment':
          return t('studio.word.comment', { name: clip.userName, text: label(clip) })
        case 'fakeTicket':
          return t('studio.word.ticket', {
            name: clip.userName,
            product: productName(clip.productId),
            count: clip.quantity,
          })
        case 'hearts':
          return t('studio.word.hearts', { count: clip.count, seconds: clip.seconds })
        case 'audience':
          return t('studio.word.audience', { count: clip.count })
        default:
          return label(clip)
      }
    }
    const times = (clip: Clip): string => {
      if (!('endMs' in clip)) return showTenths(clip.atMs)
      const to = clip.endMs === null ? t('studio.word.untilEnd') : showTenths(endOf(clip, editor.lengthMs()))
      return t('studio.word.fromTo', { from: showTenths(clip.atMs), to })
    }
    const whole = (clip: Clip): string =>
      [
        t(`studio.track.${clip.track}`),
        // With the very words that are seen on the track.
        ...(clip.track === 'fakeTicket' ? [label(clip), productName(clip.productId)] : [line(clip)]),
        times(clip),
        ...(problems.get(clip.key) ?? []).map(({ kind, other }) =>
          t(`studio.problem.${kind}`, { other: other === undefined ? '' : label(other), at: showClock(clip.atMs) }),
        ),
      ].join(t('studio.word.comma'))
    return { line, label, productName, whole, times }
  }, [t, known, editor, problems])
}
