import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { OptOuts } from './opt-out.module.ts'

export const optOutPlugin = (optOuts: OptOuts) => bind(optOutRoutes, optOuts.handlers)
