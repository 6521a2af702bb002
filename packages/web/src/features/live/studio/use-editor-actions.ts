import { useMemo, useRef } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useClipWords } from './clip-labels.ts'
import { useStudio } from './editor-context.ts'
import { audienceAt } from './model/curve.ts'
import {
  addClips,
  type Clipboard,
  copyClips,
  duplicateClips,
  moveClips,
  most,
  type NewClip,
  pasteClips,
  removeClips,
  splitClips,
} from './model/edit.ts'
import { clipNamed, clipsNamed, type ListedProduct, productClips } from './model/studio-doc.ts'
import { showTenths } from './model/view.ts'

/** How long a card or a call stands that was just added, in ms. */
const productLastsMs = 300_000
const callLastsMs = 60_000

/** What was copied last, on this or another page of the console. */
let clipboard: Clipboard | undefined

export interface Deeds {
  readonly addComment: () => void
  readonly addTicket: () => void
  readonly addCall: () => void
  readonly addPoint: () => void
  readonly addProducts: (ids: readonly string[]) => void
  readonly remove: () => void
  readonly duplicate: () => void
  readonly copy: () => void
  readonly paste: () => void
  readonly split: () => void
  readonly nudge: (byMs: number) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** Everything that is done with a key or a button, at the playhead or to what is selected. */
export const useDeeds = (): Deeds => {
  const t = useText('live')
  const { desk, people, readOnly } = useStudio()
  const words = useClipWords()
  const dealt = useRef(0)
  return useMemo(() => {
    const nowMs = () => Math.round(desk.clock.get() / 100) * 100
    const person = () => people[dealt.current++ % Math.max(1, people.length)]
    const full = (track: keyof typeof most) =>
      toast.warn(t('studio.full', { track: t(`studio.track.${track}`), most: most[track] }))
    const add = (clips: readonly NewClip[]) => {
      const [first] = clips
      if (readOnly || first === undefined) return
      const added = addClips(desk.doc(), clips, desk.lengthMs())
      if (added === undefined) {
        full(first.track)
        return
      }
      desk.edit(added.doc, 'add', { select: added.keys })
      const [key = ''] = added.keys
      const clip = clipNamed(desk.doc(), key)
      if (clip) desk.say(t('studio.spoken.added', { what: words.whole(clip) }))
    }
    /** The product whose card stands at that time; else the next one, else any of the live. */
    const productAt = (ms: number): string | undefined => {
      const clips = productClips(desk.doc())
      const now = clips.findLast((clip) => clip.atMs <= ms && (clip.endMs ?? Number.POSITIVE_INFINITY) > ms)
      const any = desk.doc().product[0]
      return (
        now?.productId ??
        clips.find(({ atMs }) => atMs > ms)?.productId ??
        (any?.track === 'listed' ? any.product.productId : any?.productId)
      )
    }
    const removeSelected = () => {
      const keys = desk.selection.get()
      if (readOnly || keys.size === 0) return
      const names = clipsNamed(desk.doc(), keys)
      desk.edit(removeClips(desk.doc(), keys), 'remove', { select: new Set() })
      desk.say(t('studio.spoken.removed', { count: names.length }))
    }
    return {
      addComment: () => {
        const speaker = person()
        add([
          {
            track: 'comment',
            atMs: nowMs(),
            userName: speaker?.name ?? t('studio.new.name'),
            userImgId: speaker?.userImgId ?? '',
            userImgUrl: speaker?.userImgUrl ?? '',
            commentText: '',
          },
        ])
      },
      addTicket: () => {
        const productId = productAt(nowMs())
        if (productId === undefined) {
          toast.warn(t('studio.needsProduct'))
          return
        }
        const name = person()?.name ?? t('studio.new.name')
        add([{ track: 'fakeTicket', atMs: nowMs(), userName: name, productId, quantity: 1 }])
      },
      addCall: () => {
        const atMs = nowMs()
        const next = desk.doc().callToAction.find((call) => call.atMs > atMs)?.atMs ?? Number.POSITIVE_INFINITY
        add([
          {
            track: 'callToAction',
            atMs,
            endMs: Math.min(atMs + callLastsMs, next, desk.lengthMs()),
            text: t('studio.new.call'),
            url: '',
          },
        ])
      },
      addPoint: () =>
        add([{ track: 'audience', atMs: nowMs(), count: audienceAt(desk.doc().audience, nowMs()) || 50 }]),
      addProducts: (ids) => {
        const doc = desk.doc()
        const startMs = nowMs()
        const later = productClips(doc).find(({ atMs }) => atMs > startMs)?.atMs ?? desk.lengthMs()
        const each = Math.min(productLastsMs, Math.max(5000, (later - startMs) / Math.max(1, ids.length)))
        // One that stood in the list alone comes onto the timeline with its price.
        const waiting = new Map(
          doc.product.flatMap((entry) => (entry.track === 'listed' ? [[entry.product.productId, entry] as const] : [])),
        )
        const taken = new Set<ListedProduct>()
        const clips = ids.map((productId, at): NewClip => {
          const entry = waiting.get(productId)
          if (entry) taken.add(entry)
          return {
            track: 'product',
            atMs: startMs + at * each,
            endMs: startMs + (at + 1) * each,
            productId,
            livePrice: entry?.product.livePrice ?? null,
            showLeft: entry?.product.showLeft ?? true,
          }
        })
        if (readOnly) return
        const without = {
          ...doc,
          product: doc.product.filter((entry) => !(entry.track === 'listed' && taken.has(entry))),
        }
        const added = addClips(without, clips, desk.lengthMs())
        if (added === undefined) full('product')
        else desk.edit(added.doc, 'add', { select: added.keys })
      },
      remove: removeSelected,
      duplicate: () => {
        if (readOnly) return
        const keys = desk.selection.get()
        const [first] = clipsNamed(desk.doc(), keys)
        if (!first) return
        const copied = duplicateClips(desk.doc(), keys, desk.lengthMs())
        if (copied === undefined) full(first.track)
        else {
          desk.edit(copied.doc, 'duplicate', { select: copied.keys })
          desk.say(t('studio.spoken.duplicated', { count: copied.keys.size }))
        }
      },
      copy: () => {
        const copied = copyClips(desk.doc(), desk.selection.get())
        if (!copied) return
        clipboard = copied
        desk.say(t('studio.spoken.copied', { count: copied.clips.length }))
      },
      paste: () => {
        const [first] = clipboard?.clips ?? []
        if (readOnly || clipboard === undefined || first === undefined) return
        const pasted = pasteClips(desk.doc(), clipboard, nowMs(), desk.lengthMs())
        if (pasted === undefined) full(first.track)
        else {
          desk.edit(pasted.doc, 'paste', { select: pasted.keys })
          desk.say(t('studio.spoken.pasted', { count: pasted.keys.size }))
        }
      },
      split: () => {
        if (readOnly) return
        const ms = nowMs()
        const chosen = desk.selection.get()
        // Without a choice: whatever stands under the playhead.
        const keys =
          chosen.size > 0
            ? chosen
            : new Set([...productClips(desk.doc()), ...desk.doc().callToAction].map(({ key }) => key))
        const cut = splitClips(desk.doc(), keys, ms, desk.lengthMs())
        if (cut === undefined) toast.info(t('studio.nothingToSplit'))
        else desk.edit(cut.doc, 'split', { select: cut.keys })
      },
      nudge: (byMs) => {
        const keys = desk.selection.get()
        if (readOnly || keys.size === 0) return
        desk.edit(moveClips(desk.doc(), keys, byMs, desk.lengthMs()), 'move', {
          merge: `nudge ${[...keys].slice(0, 20).join(' ')}`,
          nowMs: Date.now(),
        })
        const [first] = clipsNamed(desk.doc(), keys)
        if (first) {
          desk.reveal(first.atMs)
          desk.say(t('studio.spoken.moved', { at: showTenths(first.atMs) }))
        }
      },
      undo: () => {
        const deed = desk.history.get().past.at(-1)?.deed
        desk.undo()
        if (deed !== undefined) desk.say(t('studio.spoken.undone', { deed: t(`studio.deed.${deed}`) }))
      },
      redo: () => {
        const deed = desk.history.get().future.at(-1)?.deed
        desk.redo()
        if (deed !== undefined) desk.say(t('studio.spoken.redone', { deed: t(`studio.deed.${deed}`) }))
      },
    }
  }, [desk, people, readOnly, t, words])
}
