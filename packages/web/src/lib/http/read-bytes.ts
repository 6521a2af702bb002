/** The bytes of a file below /media, which is no route of the contract: its address was answered by one. */
export const readBytes = async (url: string, signal: AbortSignal): Promise<Uint8Array> => {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
