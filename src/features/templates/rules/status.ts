import type { TemplateStatus, VersionStatus } from '../contract.ts'

/** The status of a template that a user wrote: only its owner sees a private one, the others are of the community (B§4). */
export type OwnStatus = TemplateStatus | 'private'
export type OwnKind = 'custom' | 'community'

/** Returns the kind of a template under which clients know it. */
export const kindOf = (status: OwnStatus): OwnKind => (status === 'private' ? 'custom' : 'community')

/** What moves a community template between its statuses (docs/decisions/0072). */
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

/** The statuses in which users other than the author see the published version. */
export const VISIBLE_STATUSES: readonly OwnStatus[] = ['published', 'new_in_review']
export const isVisible = (status: OwnStatus): boolean => VISIBLE_STATUSES.includes(status)

/** The statuses in which a version waits for review. */
export const WAITING_STATUSES: readonly OwnStatus[] = ['in_review', 'new_in_review']
export const isWaiting = (status: OwnStatus): boolean => WAITING_STATUSES.includes(status)

/** What a reviewer decided about a version. */
export type VersionDecision = 'published' | 'rejected' | 'unavailable'

/** Returns the decision about a version that a reviewer publishes, rejects or takes down. */
export const decisionOf = (status: OwnStatus, action: Exclude<StatusAction, 'edit'>): VersionDecision =>
  action === 'publish' ? 'published' : isWaiting(status) ? 'rejected' : 'unavailable'

type VersionFacts = { readonly version: number; readonly decision: VersionDecision | null }
type TemplateFacts = {
  readonly status: OwnStatus
  readonly latest_version: number
  readonly published_version: number | null
}

/** Returns what became of a version. */
export function versionStatus({ version, decision }: VersionFacts, template: TemplateFacts): VersionStatus {
  if (template.status === 'private') return 'saved'
  if (decision === null) return version === template.latest_version && isWaiting(template.status) ? 'in_review' : 'replaced'
  if (decision !== 'published') return decision
  return version === template.published_version && isVisible(template.status) ? 'published' : 'was_published'
}
