import { shortLinkRoutes } from '@kaimai/contract/live/short-link.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ShortLinks } from './short-links.ts'

export const shortLinksPlugin = (links: Pick<ShortLinks, 'contrast'>) =>
  bind(shortLinkRoutes, { contrast: ({ query }) => links.contrast(query.url) })
