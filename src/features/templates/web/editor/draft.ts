import { useState } from 'react'
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
function draftOf(template: TemplateItem | null): Draft {
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

/**
 * Returns what is written, kept in this browser until it is saved or discarded, so that it is there again when the editor is closed
 * by accident. `isRestored` is true when it was written before and not saved.
 */
export function useDraft(template: TemplateItem | null) {
  const key = `template_${template?.id ?? 'new'}`
  const saved = draftOf(template)
  const [{ draft, isRestored }, setState] = useState(() => {
    const stored = readDraft(key)
    const isChanged = isDraft(stored) && !isSameDraft(stored, saved)
    return { draft: isChanged ? stored : saved, isRestored: isChanged }
  })
  return {
    draft,
    isRestored,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      setState({ draft: next, isRestored })
      if (isSameDraft(next, saved)) removeDraft(key)
      else storeDraft(key, next)
    },
    /** Goes back to what was saved. */
    discard: () => {
      removeDraft(key)
      setState({ draft: saved, isRestored: false })
    },
  }
}

const FIELDS = Object.keys(NEW_DRAFT) as (keyof Draft)[]
const isSameDraft = (a: Draft, b: Draft): boolean => FIELDS.every((key) => a[key] === b[key])
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && FIELDS.every((key) => typeof (value as Partial<Draft>)[key] === 'string')

const EMAIL_KEY = 'template_author_email'

/** Returns the address given last (B§5), or the suggestion of the server. Relay addresses count as none. */
export function getAuthorEmail(owner: string, suggestion: string): string {
  const email = getString(EMAIL_KEY, { owner }) ?? suggestion
  return authorEmail(email, location.hostname)
}

/** Remembers the address without expiry (B§5). */
export const storeAuthorEmail = (email: string, owner: string): void =>
  setItem(EMAIL_KEY, email, { owner, lifetime: NO_EXPIRATION })
