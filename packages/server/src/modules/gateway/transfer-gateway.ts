import { fail } from '@kaimai/contract/common/error.ts'
import type { TransferAccount } from '@kaimai/contract/firm/firm-methods.schema.ts'
import { gatewayErrors } from '@kaimai/contract/gateway/gateway.errors.ts'
import { carriedMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentGateway } from './gateway.port.ts'

export interface TransferGatewayDeps {
  readonly now: () => Date
  readonly accountOf: (firmId: string) => Promise<Partial<TransferAccount>>
}

/** The merchant's own bank account: its number is the code to pay with, and the staff finds the money in its statement. */
export const createTransferGateway = ({ now, accountOf }: TransferGatewayDeps): PaymentGateway => ({
  name: 'transfer',
  methods: carriedMethods.transfer,
  isTest: false,
  isByStaff: true,
  secrets: [],
  refundable: [],
  answers: { taken: '', refused: '' },
  start: async ({ firmId, codeMinutes }) => {
    const { bankCode = '', account = '', holder = '' } = await accountOf(firmId)
    if (bankCode === '' || account === '') throw fail('conflict', { reason: gatewayErrors.gatewayUnavailable })
    const expiresAt = new Date(now().getTime() + codeMinutes * 60_000).toISOString()
    return { step: { kind: 'order' }, code: { kind: 'transfer', bankCode, account, holder, expiresAt } }
  },
  referenceOf: () => undefined,
  verifyNotice: async () => undefined,
  query: async () => undefined,
})
