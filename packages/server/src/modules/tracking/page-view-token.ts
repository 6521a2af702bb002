import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { countedPages, type PageOfFirm, PageViewToken } from '@kaimai/contract/tracking/tracking.schema.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { unguessable } from '../../platform/ids.ts'
import type { Secret } from '../../platform/secret.ts'

const viewIdBytes = 16
/** How long a page that stands open may report; a live with its waiting room is shorter. */
const reportingMs = 12 * 3_600_000
/** How long the first page of a visit names it. */
const visitMs = 24 * 3_600_000

const purpose = 'tracking base'

interface TrackedPage extends PageOfFirm {
  readonly firmId: string
}

/** One view of a page. */
export interface PageView extends TrackedPage {
  /** Ids of its events begin with it. */
  readonly viewId: string
  readonly drawnAtMs: number
}

const Claims = z.tuple([z.guid(), z.enum(countedPages), z.guid(), z.string(), z.number().int()])

const decoded = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * The base of a page's events: the view's id, what it is a view of, and our signature. A page can't report for another firm,
 * for another page or under an id of its own choice, and what was never drawn by us reports nothing at all.
 */
export const createPageViewTokens = ({ secret, clock }: { readonly secret: Secret; readonly clock: Clock }) => {
  const read = (base: string): PageView | undefined => {
    const parsed = PageViewToken.safeParse(base)
    if (!parsed.success) return undefined
    const end = parsed.data.lastIndexOf('.')
    const signed = parsed.data.slice(0, end)
    if (!secret.verify(purpose, signed, parsed.data.slice(end + 1))) return undefined
    const claims = Claims.safeParse(decoded(signed.split('.')[1] ?? ''))
    if (!claims.success) return undefined
    const [firmId, page, pageId, path, drawnAtMs] = claims.data
    return { viewId: viewIdOf(signed), firmId, page, pageId, path, drawnAtMs }
  }
  const isYoung = (view: PageView, lifeMs: number): boolean => clock.ms() - view.drawnAtMs <= lifeMs

  return {
    sign: ({ firmId, page, pageId, path }: TrackedPage): string => {
      const claims: z.input<typeof Claims> = [firmId, page, pageId, path, clock.ms()]
      const encoded = Buffer.from(JSON.stringify(claims)).toString('base64url')
      const signed = `${unguessable(viewIdBytes)}.${encoded}`
      return `${signed}.${secret.sign(purpose, signed)}`
    },

    /** The view that a base stands for; undefined for what is none of ours, or too old. */
    viewOf: (base: string): PageView | undefined => {
      const view = read(base)
      return view && isYoung(view, reportingMs) ? view : undefined
    },

    /** Names the visit that a view belongs to: the view it began with, on any page of the same firm. */
    visitOf: (view: PageView, firstBase: string | undefined): string => {
      const first = firstBase === undefined ? undefined : read(firstBase)
      return first && first.firmId === view.firmId && isYoung(first, visitMs) ? first.viewId : view.viewId
    },
  }
}
export type PageViewTokens = ReturnType<typeof createPageViewTokens>
