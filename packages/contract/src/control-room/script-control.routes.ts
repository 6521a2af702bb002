import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Line, Link, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Cue, maxRun } from '../live/cue.rules.ts'
import { cueActions } from '../live/cue-request.rules.ts'

const ofLive = { liveId: Id }
/** Of an item of the live's script. */
const ItemId = z.string().min(1).max(40)

/** What the staff does to the script of a running room. */
export const scriptControlRoutes = defineRoutes('room', {
  cue: {
    method: 'POST',
    path: '/live/cue',
    summary:
      'Calls a moment of the script now, puts it off by 30 seconds, or leaves it out: whole, with the end of what it begins. An end alone is never called.',
    access: crew('show', 'write'),
    body: z.object({
      ...ofLive,
      itemId: ItemId,
      /** The further lines of its run of comments: they go with it, as far apart as they were. */
      also: z
        .array(ItemId)
        .max(maxRun - 1)
        .default([]),
      action: z.enum(cueActions),
    }),
    answer: z.object({ cueId: Id, cue: Cue }),
    errors: ['noData', 'conflict'],
    added: true,
  },
  uncue: {
    method: 'DELETE',
    path: '/live/cue',
    summary: 'Takes a cue back, or with `itemId` all cues of that moment: back to plan. One that has played can’t be.',
    access: crew('show', 'write'),
    query: z.object({ ...ofLive, cueId: Id.optional(), itemId: ItemId.optional() }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  call: {
    method: 'POST',
    path: '/live/call',
    summary:
      'Makes a call to action on the spot, in the place of the one that stands; it stands until it is taken down.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, text: Line(80), url: Link(300) }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  endCall: {
    method: 'DELETE',
    path: '/live/call',
    summary: 'Takes down the call to action that stands, whoever made it; where none does nothing happens.',
    access: crew('show', 'write'),
    query: z.object(ofLive),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  line: {
    method: 'POST',
    path: '/live/script_line',
    summary: 'Takes down a comment or a simulated purchase of the script that has been shown, or gives it back.',
    access: crew('room', 'write'),
    body: z.object({ ...ofLive, itemId: ItemId, removed: z.boolean() }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  script: {
    method: 'POST',
    path: '/live/script',
    summary: 'Stops the script, or lets it go on from now; what was due meanwhile is left out.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, on: z.boolean() }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
})
