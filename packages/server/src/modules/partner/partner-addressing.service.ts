import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LettersOfFirm, LetterToPerson } from '../letter/letter-kind.service.ts'
import { type PartnerAddressee, type PartnerService, pagePath } from './partner.service.ts'

export interface PartnerAddressingDeps {
  readonly partners: Pick<PartnerService, 'addressee'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

/** What a letter to a partner is about. */
export interface PartnerLetter extends Pick<LetterToPerson, 'values'> {
  /** Of its key: the same cause writes once. */
  readonly cause: string
  /** It goes to the address for statements. */
  readonly isStatement?: boolean
  /** The firm's own text; undefined: the built-in one. */
  readonly contents?: LetterContents | undefined
}

/** How modules that know something of partners write to them. Removed ones are written to no more. */
export const createPartnerAddressing = ({ partners, firms, audienceUrl }: PartnerAddressingDeps) => {
  const addressNow =
    (which: 'email' | 'statementEmail') =>
    async (firmId: string, key: string): Promise<string> =>
      // No address at all: a partner that was removed meanwhile gets no letter that waited.
      (await partners.addressee(firmId, partnerIdOf(key)))?.[which] ?? ''

  return {
    addressNow: addressNow('email'),
    statementAddressNow: addressNow('statementEmail'),

    /** Whom to write to; undefined: no such partner, or no more. */
    addressee: partners.addressee,

    /** A letter, with the address of the partner's page as `pageUrl`. Who has set a password waits for what it earns. */
    letterTo: async (
      firmId: string,
      { id, name, email, statementEmail, language, hasPassword }: PartnerAddressee,
      { cause, values, isStatement = false, contents }: PartnerLetter,
    ): Promise<LettersOfFirm> => ({
      firmId,
      firmName: (await firms.publicFirm(firmId)).name,
      contents,
      letters: [
        {
          key: `partner:${id}:${cause}`,
          name,
          to: isStatement ? statementEmail : email,
          language,
          values: { pageUrl: audienceUrl() + pagePath(id), ...values },
          isAwaited: hasPassword,
        },
      ],
    }),
  }
}
export type PartnerAddressing = ReturnType<typeof createPartnerAddressing>

/** Whose letter it is, by its key. */
export const partnerIdOf = (key: string): string => key.split(':')[1] ?? ''
