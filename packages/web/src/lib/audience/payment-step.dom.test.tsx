import { expect, onTestFinished, test, vi } from 'vitest'
import { followPaymentStep } from './payment-step.ts'

test.for(['杯&盤 "大"', "茶壺(藍)*2 ~Amy's!", '</form><b>', 'a&amp;b', ' 前後 ', '第一行\n第二行'])(
  'AUDIENCE-23 The form that leads to a gateway posts %j as it was signed, letter by letter (P2)',
  (ItemName) => {
    const posted: Record<string, string>[] = []
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const inputs = [...this.querySelectorAll('input')]
      posted.push(Object.fromEntries(inputs.map(({ name, value }) => [name, value])))
      expect([this.method, this.action]).toEqual(['post', 'https://payment.example/Cashier/AioCheckOut/V5'])
      expect(this.children).toHaveLength(inputs.length)
      this.remove()
    })
    onTestFinished(() => submit.mockRestore())
    const fields = { MerchantTradeNo: 'T26030200017A01', ItemName, TotalAmount: '538' }
    const url = 'https://payment.example/Cashier/AioCheckOut/V5'
    followPaymentStep({ kind: 'post', url, fields }, '/order/x')
    expect(posted).toEqual([fields])
  },
)
