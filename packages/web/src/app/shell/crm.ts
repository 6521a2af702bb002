import { paths } from '../../lib/paths/paths.ts'

/**
 * The CRM platform's address: what the server wrote into `<meta name="kaimai-crm">`, else the console's own list of
 * orders, the built-in.
 */
export const crmUrl = (): string => {
  const reported = document.querySelector<HTMLMetaElement>('meta[name="kaimai-crm"]')?.content ?? ''
  return /^https?:\/\//.test(reported) ? reported : paths.manageOrders()
}
