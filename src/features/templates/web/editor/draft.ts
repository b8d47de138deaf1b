import { readDraft, removeDraft, storeDraft } from '#browser/storage/drafts.ts'
import { NO_EXPIRATION, getString, setItem } from '#browser/storage/storage.ts'
import { CATEGORY_IDS, type CategoryId, type TemplateItem } from '../../contract.ts'
import { authorEmail } from '../../rules.ts'

export type TemplateEditorProps = {
  open: boolean
  onClose: () => void
  /** Null for a new template. */
  template: TemplateItem | null
}

/** A template as it is being written. */
export type Draft = {
  readonly name: string
  readonly icon: string
  readonly color: string
  /** Empty until one is chosen; only the community needs one. */
  readonly category: CategoryId | ''
  readonly content: string
  readonly description: string
}

const DEFAULT_ICON = 'file-text'
const NEW_DRAFT: Draft = { name: '', icon: DEFAULT_ICON, color: 'green', category: '', content: '', description: '' }

/** Returns what the editor begins with. Of a community template that is the latest version of the author. */
export function draftOf(template: TemplateItem | null): Draft {
  if (!template) return NEW_DRAFT
  return {
    name: template.name,
    icon: template.icon || DEFAULT_ICON,
    color: template.icon_color || 'green',
    category: CATEGORY_IDS.find((id) => id === template.category_id) ?? '',
    content: template.content,
    description: template.description,
  }
}

export const isSameDraft = (a: Draft, b: Draft): boolean =>
  (Object.keys(NEW_DRAFT) as (keyof Draft)[]).every((key) => a[key] === b[key])

const draftKey = (templateId: string | undefined): string => `template_${templateId ?? 'new'}`

/** Keeps what was written, so that it is there again when the editor is closed by accident. */
export const storeTemplateDraft = (draft: Draft, templateId: string | undefined): void => storeDraft(draftKey(templateId), draft)

export const removeTemplateDraft = (templateId: string | undefined): void => removeDraft(draftKey(templateId))

/** Returns what was written and not saved, or undefined. */
export function readTemplateDraft(templateId: string | undefined): Draft | undefined {
  const value = readDraft(draftKey(templateId)) as Partial<Draft> | undefined
  if (typeof value !== 'object' || value === null) return undefined
  const isComplete = Object.keys(NEW_DRAFT).every((key) => typeof value[key as keyof Draft] === 'string')
  return isComplete ? (value as Draft) : undefined
}

const EMAIL_KEY = 'template_author_email'

/** Returns the address given last (B§5), or the suggestion of the server. Relay addresses count as none. */
export function getAuthorEmail(owner: string, suggestion: string): string {
  const email = getString(EMAIL_KEY, { owner }) ?? suggestion
  return authorEmail(email, location.hostname)
}

/** Remembers the address without expiry (B§5). */
export const storeAuthorEmail = (email: string, owner: string): void =>
  setItem(EMAIL_KEY, email, { owner, lifetime: NO_EXPIRATION })
