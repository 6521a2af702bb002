export type BlockRow = {
  id: string
  firmId: string
  liveId: string | null
  fromLiveId: string | null
  liveUserId: string | null
  name: string
  anonymous: boolean
  phone: string | null
  email: string | null
  deviceHash: string | null
  reason: string
  byId: string | null
  byName: string
  createdAt: Date
  permanentByName: string
  permanentAt: Date | null
  cancelledByName: string
  cancelledAt: Date | null
  /** Name and reason as they are searched; `searchAll`: with phone and e-mail. */
  searchName: string
  searchAll: string
}

export interface BlockTables {
  block: BlockRow
}
