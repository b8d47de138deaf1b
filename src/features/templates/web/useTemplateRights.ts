import { includesRight } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'

/** What the plan of the user includes of templates (B§6). Everything until the plan is loaded; the server decides. */
export function useTemplateRights() {
  const { membership } = useMembership()
  const includes = (code: 'custom_templates' | 'template_community') =>
    membership === undefined || includesRight(membership.membership_type, code)
  return {
    hasCustom: includes('custom_templates'),
    hasCommunity: includes('template_community'),
    canBuy: membership?.can_buy === true,
  }
}
