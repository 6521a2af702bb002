/**
 * RtnCodes of ECPay's notices by which a payment has failed for good, as its guide to AIO payments lists them and as public
 * integrations quote its list. Whatever else it says is none: 10300066 means that the result is still being confirmed, and a
 * code that nobody has written down may mean anything. Such a notice moves nothing; the query or the end of the hold decides.
 */
const failureCodes: ReadonlySet<string> = new Set([
  // The code to pay with has lapsed, or the time to pay is over.
  '10100001',
  '10200009',
  '10300006',
  // 3-D Secure failed, or the payment as a whole.
  '10100058',
  '10200043',
  // The bank's answers about a card: no authorisation, expired, over its limit, restricted, lost, stolen, too late.
  '10100248',
  '10100251',
  '10100252',
  '10100254',
  '10100255',
  '10100256',
  '10200058',
  '10200115',
  // ECPay's own checks for fraud.
  '10800001',
])

export const isFailure = (code: string): boolean => failureCodes.has(code)
