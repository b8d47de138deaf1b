import { useState } from 'react'
import { currentAccountId } from '#browser/session/token.ts'
import type { TemplateItem } from '../../contract.ts'
import { type Draft, draftOf, getStoredDraft, isSameDraft, removeDraft, storeDraft } from './draft.ts'

/**
 * Returns what is written, kept in this browser until it is saved or discarded. `isRestored` is true when it was written before
 * and not saved.
 */
export function useDraft(template: TemplateItem | null) {
  const owner = currentAccountId() ?? ''
  const id = template?.id
  const saved = draftOf(template)
  const [{ draft, isRestored }, setState] = useState(() => {
    const stored = getStoredDraft(id, owner)
    const isChanged = stored !== undefined && !isSameDraft(stored, saved)
    return { draft: isChanged ? stored : saved, isRestored: isChanged }
  })
  return {
    draft,
    isRestored,
    owner,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      setState({ draft: next, isRestored })
      if (isSameDraft(next, saved)) removeDraft(id, owner)
      else storeDraft(next, id, owner)
    },
    /** Goes back to what was saved. */
    discard: () => {
      removeDraft(id, owner)
      setState({ draft: saved, isRestored: false })
    },
  }
}
