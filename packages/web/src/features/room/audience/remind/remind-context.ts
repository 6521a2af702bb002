import { createContext, useContext } from 'react'

const RemindContext = createContext('')
export const RemindProvider = RemindContext

/** The stream id of the room that one may be reminded of; empty where nobody listens, as in a preview. */
export const useRemindRoom = (): string => useContext(RemindContext)
