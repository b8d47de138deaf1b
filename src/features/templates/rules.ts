import { isRelayAddress } from '#features/account/rules.ts'
import type { MembershipType } from '#features/membership/rules.ts'

export { type SubmissionProblem, checkSubmission } from './rules/checkSubmission.ts'
export {
  INITIAL_STATUS,
  type StatusAction,
  type VersionDecision,
  decisionOf,
  isVisible,
  isWaiting,
  nextStatus,
  versionStatus,
} from './rules/status.ts'
export { cleanContent, joinSections, languageBadge, localeOf } from './rules/texts.ts'

/** Ids that stand for "choose by the recording": the first is ours, the others come from other clients. */
export const AUTOMATIC_TEMPLATES: readonly string[] = ['AUTO-SELECT', 'AI-CHOICE', 'REASONING-NOTE']

/** Returns whether an id names no template but the automatic choice. */
export const isAutomaticTemplate = (id: string): boolean => AUTOMATIC_TEMPLATES.includes(id)

/** The most own templates and community templates of an account (docs/decisions/0073). Other tiers have none (B§6). */
const MAX_TEMPLATES: Partial<Record<MembershipType, { custom: number; community: number }>> = {
  pro: { custom: 200, community: 50 },
  unlimited: { custom: 1000, community: 100 },
  backer: { custom: 1000, community: 100 },
}

/** Returns how many templates a tier may save. */
export const maxTemplates = (tier: MembershipType): { custom: number; community: number } =>
  MAX_TEMPLATES[tier] ?? { custom: 0, community: 0 }

/**
 * Returns the address of an author: empty for relay addresses, which are generated and reach no person (B§5). `host` is the domain
 * of the server.
 */
export function authorEmail(address: string, host: string): string {
  const [name = '', domain = ''] = address.toLowerCase().split('@')
  const isRelay = isRelayAddress(address) || (/^(google|apple)-/.test(name) && domain === host.toLowerCase())
  return isRelay ? '' : address
}
