import { roomCurveRoutes } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { RoomCurveService } from './room-curve.service.ts'

export const roomCurvePlugin = (roomCurves: RoomCurveService) =>
  bind(roomCurveRoutes, {
    curves: ({ firm, query }) => roomCurves.curves(firm.id, query.liveId),
  })
