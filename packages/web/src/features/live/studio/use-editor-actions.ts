import { useMemo, useRef } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useClipLabels } from './clip-labels.ts'
import { useStudio } from './editor-context.ts'
import { audienceAt } from './model/curve.ts'
import {
  addClips,
  type Clipboard,
  copyClips,
  duplicateClips,
  moveClips,
  max,
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
const pollLastsSeconds = 60
const newHearts = { count: 60, seconds: 20 } as const

/** What was copied last, on this or another page of the console. */
let clipboard: Clipboard | undefined

export interface Actions {
  readonly addComment: () => void
  readonly addTicket: () => void
  readonly addCall: () => void
  readonly addPoll: () => void
  readonly addGiveaway: () => void
  readonly addHearts: () => void
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
export const useEditorActions = (): Actions => {
  const t = useText('live')
  const { editor, people, readOnly } = useStudio()
  const words = useClipLabels()
  const dealt = useRef(0)
  return useMemo(() => {
    const nowMs = () => Math.round(editor.clock.get() / 100) * 100
    const person = () => people[dealt.current++ % Math.max(1, people.length)]
    const full = (track: keyof typeof max) =>
      toast.warn(t('studio.full', { track: t(`studio.track.${track}`), max: max[track] }))
    const add = (clips: readonly NewClip[]) => {
      const [first] = clips
      if (readOnly || first === undefined) return
      const added = addClips(editor.doc(), clips, editor.lengthMs())
      if (added === undefined) {
        full(first.track)
        return
      }
      editor.edit(added.doc, 'add', { select: added.keys })
      const [key = ''] = added.keys
      const clip = clipNamed(editor.doc(), key)
      if (clip) editor.say(t('studio.spoken.added', { what: words.whole(clip) }))
    }
    /** The product whose card stands at that time; else the next one, else any of the live. */
    const productAt = (ms: number): string | undefined => {
      const clips = productClips(editor.doc())
      const now = clips.findLast((clip) => clip.atMs <= ms && (clip.endMs ?? Number.POSITIVE_INFINITY) > ms)
      const any = editor.doc().product[0]
      return (
        now?.productId ??
        clips.find(({ atMs }) => atMs > ms)?.productId ??
        (any?.track === 'listed' ? any.product.productId : any?.productId)
      )
    }
    const removeSelected = () => {
      const keys = editor.selection.get()
      if (readOnly || keys.size === 0) return
      const names = clipsNamed(editor.doc(), keys)
      editor.edit(removeClips(editor.doc(), keys), 'remove', { select: new Set() })
      editor.say(t('studio.spoken.removed', { count: names.length }))
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
        const next = editor.doc().callToAction.find((call) => call.atMs > atMs)?.atMs ?? Number.POSITIVE_INFINITY
        add([
          {
            track: 'callToAction',
            atMs,
            endMs: Math.min(atMs + callLastsMs, next, editor.lengthMs()),
            text: t('studio.new.call'),
            url: '',
          },
        ])
      },
      addPoll: () =>
        add([
          {
            track: 'poll',
            atMs: nowMs(),
            question: t('studio.new.poll'),
            options: [t('studio.new.optionA'), t('studio.new.optionB')],
            seconds: pollLastsSeconds,
          },
        ]),
      addGiveaway: () =>
        add([
          {
            track: 'giveaway',
            atMs: nowMs(),
            prize: t('studio.new.prize'),
            word: t('studio.new.word'),
            winners: 1,
            seconds: pollLastsSeconds,
          },
        ]),
      addHearts: () => add([{ track: 'hearts', atMs: nowMs(), ...newHearts }]),
      addPoint: () =>
        add([{ track: 'audience', atMs: nowMs(), count: audienceAt(editor.doc().audience, nowMs()) || 50 }]),
      addProducts: (ids) => {
        const doc = editor.doc()
        const startMs = nowMs()
        const later = productClips(doc).find(({ atMs }) => atMs > startMs)?.atMs ?? editor.lengthMs()
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
        const added = addClips(without, clips, editor.lengthMs())
        if (added === undefined) full('product')
        else editor.edit(added.doc, 'add', { select: added.keys })
      },
      remove: removeSelected,
      duplicate: () => {
        if (readOnly) return
        const keys = editor.selection.get()
        const [first] = clipsNamed(editor.doc(), keys)
        if (!first) return
        const copied = duplicateClips(editor.doc(), keys, editor.lengthMs())
        if (copied === undefined) full(first.track)
        else {
          editor.edit(copied.doc, 'duplicate', { select: copied.keys })
          editor.say(t('studio.spoken.duplicated', { count: copied.keys.size }))
        }
      },
      copy: () => {
        const copied = copyClips(editor.doc(), editor.selection.get())
        if (!copied) return
        clipboard = copied
        editor.say(t('studio.spoken.copied', { count: copied.clips.length }))
      },
      paste: () => {
        const [first] = clipboard?.clips ?? []
        if (readOnly || clipboard === undefined || first === undefined) return
        const pasted = pasteClips(editor.doc(), clipboard, nowMs(), editor.lengthMs())
        if (pasted === undefined) full(first.track)
        else {
          editor.edit(pasted.doc, 'paste', { select: pasted.keys })
          editor.say(t('studio.spoken.pasted', { count: pasted.keys.size }))
        }
      },
      split: () => {
        if (readOnly) return
        const ms = nowMs()
        const chosen = editor.selection.get()
        // Without a choice: whatever stands under the playhead.
        const keys =
          chosen.size > 0
            ? chosen
            : new Set([...productClips(editor.doc()), ...editor.doc().callToAction].map(({ key }) => key))
        const cut = splitClips(editor.doc(), keys, ms, editor.lengthMs())
        if (cut === undefined) toast.info(t('studio.nothingToSplit'))
        else editor.edit(cut.doc, 'split', { select: cut.keys })
      },
      nudge: (byMs) => {
        const keys = editor.selection.get()
        if (readOnly || keys.size === 0) return
        editor.edit(moveClips(editor.doc(), keys, byMs, editor.lengthMs()), 'move', {
          merge: `nudge ${[...keys].slice(0, 20).join(' ')}`,
          nowMs: Date.now(),
        })
        const [first] = clipsNamed(editor.doc(), keys)
        if (first) {
          editor.reveal(first.atMs)
          editor.say(t('studio.spoken.moved', { at: showTenths(first.atMs) }))
        }
      },
      undo: () => {
        const action = editor.history.get().past.at(-1)?.action
        editor.undo()
        if (action !== undefined) editor.say(t('studio.spoken.undone', { action: t(`studio.deed.${action}`) }))
      },
      redo: () => {
        const action = editor.history.get().future.at(-1)?.action
        editor.redo()
        if (action !== undefined) editor.say(t('studio.spoken.redone', { action: t(`studio.deed.${action}`) }))
      },
    }
  }, [editor, people, readOnly, t, words])
}
