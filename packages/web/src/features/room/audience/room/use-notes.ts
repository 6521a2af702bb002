import { useCallback, useState } from 'react'
import { newId } from '../../../../lib/ids/new-id.ts'
import { type Note, notesMax } from '../chat/chat-rows.ts'

type Fresh = Note extends infer N ? (N extends Note ? Omit<N, 'id' | 'ms'> : never) : never

/** The notes that only this viewer gets, in the order they came up. */
export const useNotes = (roomNowMs: () => number) => {
  const [notes, setNotes] = useState<readonly Note[]>([])
  const add = useCallback(
    (note: Fresh) => setNotes((before) => [...before, { ...note, id: newId(), ms: roomNowMs() }].slice(-notesMax)),
    [roomNowMs],
  )
  return { notes, add }
}
