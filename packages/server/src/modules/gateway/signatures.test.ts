import { createCipheriv } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ecpayMac, isFromEcpay } from './ecpay-mac.ts'
import { linePaySignature, readLinePay } from './line-pay-signature.ts'
import { checkCode, checkValue, decryptTrade, encryptTrade, isFromNewebpay, tradeSha } from './newebpay-trade.ts'
import { isFromPaynow, paynowSignature } from './paynow-signature.ts'
import { phpQuery } from './php-url-encode.ts'

const ecpay = { hashKey: 'pwFHCqoQZGmho4w6', hashIv: 'EkRm7iFT261dpevs' }
const olderEcpay = { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' }
const invoiceEcpay = { hashKey: 'ejCk326UnaZWKisg', hashIv: 'q9jcZX8Ib9LM8wYk' }

test('GATEWAY-12 ECPay’s CheckMacValue is that of its own pages, and of letters that other programs get wrong', () => {
  const printed = {
    ChoosePayment: 'ALL',
    EncryptType: '1',
    ItemName: 'Apple iphone 15',
    MerchantID: '3002607',
    MerchantTradeDate: '2023/03/12 15:30:23',
    MerchantTradeNo: 'ecpay20230312153023',
    PaymentType: 'aio',
    ReturnURL: 'https://www.ecpay.com.tw/receive.php',
    TotalAmount: '30000',
    TradeDesc: '促銷方案',
  }
  expect(ecpayMac(printed, ecpay, 'sha256')).toBe('6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840')
  const older = {
    MerchantID: '2000132',
    MerchantTradeNo: 'test-123456',
    MerchantTradeDate: '2022/04/25 10:40:18',
    TradeDesc: '測試交易',
    ItemName: '測試牌 2B鉛筆 盒裝',
    TotalAmount: '60',
    ReturnURL: 'https://www.example.com/foo/bar',
    ChoosePayment: 'ALL',
    PaymentType: 'aio',
    EncryptType: '1',
  }
  expect(ecpayMac(older, olderEcpay, 'sha256')).toBe('4503BC3F7513BA0E2512F4F14BDDD42A193A1EC6787BCEFA86F99C94F3E52CA2')
  const hard = {
    MerchantID: '3002607',
    MerchantTradeNo: 'LIVE0001',
    ItemName: "Tom's ~ (A)*!_-. 商品#B",
    TotalAmount: '1234',
  }
  expect(ecpayMac(hard, ecpay, 'sha256')).toBe('A37F2A5CA157A1711DDFB0B14D2810CDAE80BE845CB99DFD9472966FD0B533B0')
  const invoice = {
    RtnCode: '1',
    RtnMsg: '',
    IA_Allow_No: '1909181313013546',
    IA_Invoice_No: 'UV11100019',
    IA_Date: '2019-09-18 13:13:23',
    IIS_Remain_Allowance_Amt: '0',
  }
  expect(ecpayMac(invoice, invoiceEcpay, 'md5')).toBe('50A276E71DAE26343013958B405EEEA0')
})

test('GATEWAY-13 ECPay’s notices of a payment, of a code and its question have the signatures of the record', () => {
  const paid = {
    MerchantID: '3002607',
    MerchantTradeNo: 'LIVE0001',
    StoreID: '',
    RtnCode: '1',
    RtnMsg: '交易成功',
    TradeNo: '2611201012150001',
    TradeAmt: '1234',
    PaymentDate: '2026/11/20 18:12:15',
    PaymentType: 'Credit_CreditCard',
    PaymentTypeChargeFee: '25',
    TradeDate: '2026/11/20 18:10:00',
    SimulatePaid: '0',
    CustomField1: '',
    CustomField2: '',
    CustomField3: '',
    CustomField4: '',
  }
  const mac = '06708DB2E4F24C64AD733455F61372DD95E28731B0638EDB5A4982057189C73D'
  expect(isFromEcpay({ ...paid, CheckMacValue: mac }, ecpay)).toBe(true)
  for (const name of Object.keys(paid))
    expect(isFromEcpay({ ...paid, [name]: 'other', CheckMacValue: mac }, ecpay), name).toBe(false)
  expect(isFromEcpay({ ...paid, CheckMacValue: mac }, olderEcpay)).toBe(false)
  expect(isFromEcpay(paid, ecpay)).toBe(false)
  const code = {
    MerchantID: '3002607',
    MerchantTradeNo: 'LIVE0002',
    RtnCode: '2',
    RtnMsg: 'Get VirtualAccount Succeeded',
    TradeNo: '2611201012150002',
    TradeAmt: '500',
    PaymentType: 'ATM_LAND',
    TradeDate: '2026/11/20 18:10:00',
    BankCode: '005',
    vAccount: '5219111122223333',
    ExpireDate: '2026/11/27',
  }
  expect(ecpayMac(code, ecpay, 'sha256')).toBe('C53AD0C12391A93BD46F56E47CC248D470F01EE233492ECBA9278B9AE3E77B89')
  const question = { MerchantID: '3002607', MerchantTradeNo: 'LIVE0001', TimeStamp: '1763633535' }
  expect(ecpayMac(question, ecpay, 'sha256')).toBe('64D52F3B11B510A2A6C7E86F73D828388FAC6317D5710629CEB9F9BEAF9585C7')
})

test('GATEWAY-14 NewebPay’s TradeInfo, TradeSha, CheckValue and CheckCode are those of its manual', () => {
  const keys = { hashKey: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', hashIv: 'C6AcmfqJILwgnhIP' }
  const query = phpQuery({
    MerchantID: 'MS127874575',
    RespondType: 'String',
    TimeStamp: '1695795410',
    Version: '2.0',
    MerchantOrderNo: 'Vanespl_ec_1695795410',
    Amt: '30',
    ItemDesc: 'test',
    NotifyURL: 'https://webhook.site/d4db5ad1-2278-466a-9d66-78585c0dbadb',
  })
  const info =
    'f79eac33c4f3245d58f17b544c5d38b09457a6d77e77bae6f10fcc7236fe153ccef1a80001c0746afc063a7570f80ad970d8a32c72332c9ec5547410188007876bdca2bafa52d07d31b6b183f2204d6e4feee6d245e286ab198cf95422ad5843c7696fc943cbb65979ad207607d4b5d97dac4a90ccd5e7a37adb7d7062e838be09d94e8c5dfa145c048e17feabe58c2e310792f0f50f5af32961ffb07ff6649ae1021ad558242551de5f09316e3182e198775e5d1ad5b66a70be290004de750fa85d86b0c2f087b40005d89e048be2ab6fd83f1c522494c093426a10a1f73fe4'
  expect(encryptTrade(query, keys)).toBe(info)
  expect(decryptTrade(info, keys)).toBe(query)
  expect(tradeSha(info, keys)).toBe('84E4D9F96537E029F8450BE1E759080F9AF6995921B7F6F9AAFDDD2C36E7B287')
  const other = { hashKey: '12345678901234567890123456789012', hashIv: '1234567890123456' }
  const plain =
    'MerchantID=3430112&RespondType=JSON&TimeStamp=1485232229&Version=1.4&MerchantOrderNo=S_1485232229&Amt=40&ItemDesc=UnitTest'
  const sealed =
    'ff91c8aa01379e4de621a44e5f11f72e4d25bdb1a18242db6cef9ef07d80b0165e476fd1d9acaa53170272c82d122961e1a0700a7427cfa1cf90db7f6d6593bbc93102a4d4b9b66d9974c13c31a7ab4bba1d4e0790f0cbbbd7ad64c6d3c8012a601ceaa808bff70f94a8efa5a4f984b9d41304ffd879612177c622f75f4214fa'
  expect(encryptTrade(plain, other)).toBe(sealed)
  expect(isFromNewebpay(sealed, 'EA0A6CC37F40C1EA5692E7CBB8AE097653DF3E91365E6A9CD7E91312413C7BB8', other)).toBe(true)
  expect(isFromNewebpay(sealed, 'EA0A6CC37F40C1EA5692E7CBB8AE097653DF3E91365E6A9CD7E91312413C7BB8', keys)).toBe(false)
  const trade = { amount: '30', merchantId: 'MS127874575', orderNo: 'Vanespl_ec_1695795668' }
  expect(checkCode({ ...trade, tradeNo: '23092714215835071' }, keys)).toBe(
    '79C5227AF869AE4F25FDF4E22B928D5B52E415D9905EC6912D7807E18C3FFACA',
  )
  const asked = { amount: '100', merchantId: '1422967', orderNo: '840f022' }
  expect(checkValue(asked, { hashKey: 'abcdefg', hashIv: '1234567' })).toBe(
    '379BF1DB8948EE79D8ED77A1EBCB2F57B0FD45D0376B6DA9CF85F539CEF1C127',
  )
})

test('GATEWAY-15 Whatever is sealed for NewebPay opens with its keys; what was not sealed with them opens as nothing', () => {
  const keys = { hashKey: 'k'.repeat(32), hashIv: 'i'.repeat(16) }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      expect(decryptTrade(encryptTrade(text, keys), keys)).toBe(text)
    }),
  )
  for (const wrong of ['', 'zz', 'ab', 'f'.repeat(31)]) expect(decryptTrade(wrong, keys)).toBeUndefined()
})

/** Sealed as shops were taught before: filled up to a multiple of 32 bytes, or as given. */
const sealedAsBefore = (
  text: string,
  { hashKey, hashIv }: { hashKey: string; hashIv: string },
  padding = 32 - (Buffer.byteLength(text) % 32),
): string => {
  const cipher = createCipheriv('aes-256-cbc', hashKey, hashIv).setAutoPadding(false)
  return cipher.update(Buffer.concat([Buffer.from(text), Buffer.alloc(padding, padding)]), undefined, 'hex')
}

test('GATEWAY-18 What is sealed with 1 to 32 bytes of padding opens too; longer padding, and none, opens as nothing', () => {
  const keys = { hashKey: 'k'.repeat(32), hashIv: 'i'.repeat(16) }
  for (let length = 1; length <= 64; length += 1) {
    const text = 'a'.repeat(length)
    expect(decryptTrade(sealedAsBefore(text, keys), keys), String(length)).toBe(text)
  }
  expect(decryptTrade(sealedAsBefore('a'.repeat(16), keys, 48), keys)).toBeUndefined()
  expect(decryptTrade(sealedAsBefore('a'.repeat(32), keys, 0), keys)).toBeUndefined()
})

test('GATEWAY-16 LINE Pay’s calls are signed over path, body or query, and nonce; its ids of 19 digits stay exact', () => {
  const nonce = '11111111-1111-4111-8111-111111111111'
  const body = '{"amount":100,"currency":"TWD","orderId":"A1"}'
  expect(linePaySignature('testsecret', '/v3/payments/request', body, nonce)).toBe(
    'za/Orlloa8snKwBcx0SeDfeHNSEiq6VQ+92txJcPCwo=',
  )
  expect(linePaySignature('testsecret', '/v3/payments', 'orderId=A1', nonce)).toBe(
    '15StcxRcUpXZsBkvQySbND+xVkx1SyUGy0T+giwNrEc=',
  )
  expect(readLinePay('{"info":{"transactionId":2026112001234567891,"amount":100}}')).toEqual({
    info: { transactionId: '2026112001234567891', amount: 100 },
  })
})

test('GATEWAY-17 PayNow’s notices are signed over every byte of their body', () => {
  const body = '{"Status":"Success","OrderNo":"A1","Amount":100}'
  const right = 'A08D212FB3068CE6CCAA1F4B5D0DB53E1310DEEA87860AB729461D65637269E0'
  expect(paynowSignature('sk_test_key', body)).toBe(right)
  expect(isFromPaynow('sk_test_key', body, right)).toBe(true)
  for (const [key, text, claimed] of [
    ['sk_other', body, right],
    ['sk_test_key', `${body} `, right],
    ['sk_test_key', body, right.toLowerCase()],
    ['sk_test_key', body, ''],
  ] as const)
    expect(isFromPaynow(key, text, claimed)).toBe(false)
})
