/** Whether payment companies can call this server: they call https on port 443 alone. `publicUrl`: an absolute URL. */
export const isReachable = (publicUrl: string): boolean => {
  const { protocol, port } = new URL(publicUrl)
  return protocol === 'https:' && port === ''
}
