declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Viewers whom a block has come to bar, or bars no longer. */
    'block.changed': {
      firmId: string
      liveUserIds: string[]
      /** Who has barred them; nobody: a block ends. */
      by?: { id: string; name: string }
    }
  }
}

export const blockChanged = 'block.changed'
