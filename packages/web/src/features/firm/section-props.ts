import type { FirmSetting } from '@kaimai/contract/firm/firm.schema.ts'

/** What every section of the settings is given. */
export interface SectionProps {
  readonly setting: FirmSetting
}
