declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Viewers whom a block now covers, or covers no longer. */
    'block.changed': {
      firmId: string
      liveUserIds: string[]
      /** Who has blocked them; nobody: a block ends. */
      by?: { id: string; name: string }
    }
  }
}

export const blockChanged = 'block.changed'
