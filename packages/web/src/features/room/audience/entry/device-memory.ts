import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'

const viewerKeyPattern = /^[A-Za-z0-9_-]{16,80}$/

/** The key that an anonymous viewer of this device was given in a room. */
export const rememberedViewerKey = (memory: DeviceMemory, streamId: string): string | undefined => {
  const key = memory.read(`viewer.${streamId}`)
  return typeof key === 'string' && viewerKeyPattern.test(key) ? key : undefined
}

export const rememberViewerKey = (memory: DeviceMemory, streamId: string, viewerKey: string): void =>
  memory.write(`viewer.${streamId}`, viewerKey)

export const forgetViewerKey = (memory: DeviceMemory, streamId: string): void => memory.forget(`viewer.${streamId}`)
