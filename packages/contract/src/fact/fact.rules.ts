/** What somebody did in a shop, as figures count it: one for each person and act; `shown` and `hidden` for each product. */
export type FactKind =
  | 'visited'
  | 'signedUp'
  | 'joined'
  | 'left'
  | 'clicked'
  | 'carted'
  | 'plusOne'
  | 'ordered'
  | 'paid'
  | 'refunded'
  | 'shown'
  | 'hidden'
