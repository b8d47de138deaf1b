import type { CommunityTemplate } from './community/storeCommunity.ts'
import type { CustomRecord } from './custom/storeCustom.ts'
import type { SystemTemplateTexts } from './system/systemTemplates.ts'

/** A template of any kind as the lists hold it. */
export type ListedTemplate =
  | { readonly kind: 'system'; readonly id: string; readonly system: SystemTemplateTexts }
  | { readonly kind: 'custom'; readonly id: string; readonly custom: CustomRecord }
  /** `published` is what others see; the author sees `version`, the latest. */
  | {
      readonly kind: 'community'
      readonly id: string
      readonly community: CommunityTemplate & { readonly published: CommunityTemplate['version'] | null }
    }

export const listedSystem = (system: SystemTemplateTexts): ListedTemplate => ({ kind: 'system', id: system.id, system })
export const listedCustom = (custom: CustomRecord): ListedTemplate => ({ kind: 'custom', id: custom.template_id, custom })

/** A published template as users other than the author see it. */
export const listedPublished = ({ row, version }: CommunityTemplate): ListedTemplate => ({
  kind: 'community',
  id: row.template_id,
  community: { row, version, published: version },
})
