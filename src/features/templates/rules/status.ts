import type { TemplateStatus, VersionStatus } from '../contract.ts'

/** What moves a community template between its statuses (B§4, docs/decisions/0072). */
export type StatusAction = 'edit' | 'publish' | 'reject'

const TRANSITIONS: Record<TemplateStatus, Partial<Record<StatusAction, TemplateStatus>>> = {
  in_review: { edit: 'in_review', publish: 'published', reject: 'rejected' },
  rejected: { edit: 'in_review' },
  published: { edit: 'new_in_review', reject: 'unavailable' },
  // A rejected new version leaves the published one as it is.
  new_in_review: { edit: 'new_in_review', publish: 'published', reject: 'published' },
  unavailable: { edit: 'in_review', publish: 'published' },
}

/** The status of a new submission. */
export const INITIAL_STATUS: TemplateStatus = 'in_review'

/** Returns the status after an action, or undefined when the action does not apply. */
export const nextStatus = (status: TemplateStatus, action: StatusAction): TemplateStatus | undefined =>
  TRANSITIONS[status][action]

/** Returns whether users other than the author see the published version. */
export const isVisible = (status: TemplateStatus): boolean => status === 'published' || status === 'new_in_review'

/** Returns whether a version waits for review. */
export const isWaiting = (status: TemplateStatus): boolean => status === 'in_review' || status === 'new_in_review'

/** What a reviewer decided about a version. */
export type VersionDecision = 'published' | 'rejected' | 'unavailable'

/** Returns the decision about a version that a reviewer publishes, rejects or takes down. */
export const decisionOf = (status: TemplateStatus, action: Exclude<StatusAction, 'edit'>): VersionDecision =>
  action === 'publish' ? 'published' : isWaiting(status) ? 'rejected' : 'unavailable'

type VersionFacts = { readonly version: number; readonly decision: VersionDecision | null }
type TemplateFacts = {
  readonly status: TemplateStatus
  readonly latest_version: number
  readonly published_version: number | null
}

/** Returns what became of a version of a community template. */
export function versionStatus({ version, decision }: VersionFacts, template: TemplateFacts): VersionStatus {
  if (decision === null) return version === template.latest_version && isWaiting(template.status) ? 'in_review' : 'replaced'
  if (decision !== 'published') return decision
  return version === template.published_version && isVisible(template.status) ? 'published' : 'was_published'
}
