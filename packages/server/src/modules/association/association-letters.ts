import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Association } from '@kaimai/contract/association/association.resource.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type Currency, showMoney } from '@kaimai/contract/common/money.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { PartnerAddressing } from '../partner/partner-addressing.service.ts'
import { linkText, rateTexts } from './association-letter-texts.ts'
import type { AssociationService } from './association.service.ts'
import './association.events.ts'

export interface AssociationLettersDeps {
  readonly letters: Pick<LetterService, 'follow'>
  readonly addressing: PartnerAddressing
  readonly automatic: Pick<AutomaticLettersService, 'textOf'>
  readonly associations: Pick<AssociationService, 'find'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly audienceUrl: () => string
}

/** '12.5 % of sales', as a partner reads it. */
const rateIn = ({ rateKind, basisPoints, amount }: Association, language: Language, currency: Currency): string =>
  rateKind === 'percent'
    ? rateTexts.percent[language].replace('{rate}', String((basisPoints ?? 0) / 100))
    : rateTexts.amount[language].replace('{amount}', showMoney({ amount: amount ?? 0, currency }))

/** The letter by which a partner gets a link that is new or has changed. */
export const defineAssociationLetters = (deps: AssociationLettersDeps): void => {
  const { letters, addressing, automatic, associations, firms, audienceUrl } = deps
  letters.follow({
    type: letterTypes.associationUrlChanged,
    class: 'notice',
    event: 'association.linkSent',
    subscriber: 'association-link-letter',
    variables: ['pageUrl', 'linkCode', 'linkUrl', 'linkRate'],
    contents: linkText,
    addressNow: addressing.addressNow,
    load: async ({ firmId, associationId, causeId }) => {
      const link = await associations.find(firmId, associationId)
      if (!link) return undefined
      const partner = await addressing.addressee(firmId, link.partnerId)
      if (!partner) return undefined
      const { currency } = await firms.publicFirm(firmId)
      const values = {
        linkCode: link.code,
        // Without a form it leads nowhere of its own: the partner's page names all that it may lead to.
        linkUrl: link.link.startsWith('/') ? audienceUrl() + link.link : '',
        linkRate: rateIn(link, partner.language, currency),
      }
      const { contents } = await automatic.textOf(firmId, 'partnerLinkChanged')
      return addressing.letterTo(firmId, partner, { cause: `link:${causeId}`, values, contents })
    },
  })
}
