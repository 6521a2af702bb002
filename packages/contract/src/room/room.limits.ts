/** Limits of the live room; apart from the protocol, so that a page that asks for one loads no schemas. */
export const roomLimits = {
  messageCharacters: 300,
  /** One message a second with a burst of five. */
  messagesPerSecond: 1,
  messageBurst: 5,
  historyLength: 50,
  /** Real or scripted events a resume gives back; who missed more starts anew (`reset`). */
  resumeLength: 500,
  heartbeatMs: 15_000,
  /** Without a sign of life for so long the server ends the connection. */
  silenceMs: 40_000,
  tickMs: 100,
  tickMsCrowded: 250,
  largeAudience: 3_000,
  /** Bytes a client may be behind before it is skipped to the newest; at twice that it is cut. */
  backlogBytes: 256 * 1024,
  frameBytesIn: 4 * 1024,
  ticketSeconds: 60,
  /** The first frame must have come by then. */
  joinWithinMs: 5_000,
  /** Sockets of one viewer (tabs, devices); one more replaces the oldest. */
  seatsPerViewer: 3,
  /** What a viewer's list keeps. */
  chatRows: 200,
  /** What the staff's list keeps, and how much of it comes with a join. */
  controlRoomRows: 2_000,
  controlRoomHistory: 200,
  /** Staff of one room at once. */
  maxStaffConnections: 30,
  maxSlowSeconds: 300,
  /** A scripted moment that is called now is played so much later: every node has heard of it by then. */
  cueLeadMs: 1_000,
} as const
