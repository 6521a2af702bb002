import { carriedMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentGateway } from './gateway.port.ts'

/** Who hands the goods over takes the money: nothing is started, and the staff says what was collected. */
export const codGateway: PaymentGateway = {
  name: 'cod',
  methods: carriedMethods.cod,
  isTest: false,
  isByStaff: true,
  secrets: [],
  refundable: [],
  answers: { taken: '', refused: '' },
  start: async () => ({ step: { kind: 'order' } }),
  referenceOf: () => undefined,
  verifyNotice: async () => undefined,
  query: async () => undefined,
}
