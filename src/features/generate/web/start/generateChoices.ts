import { useMemo } from 'react'
import { getLastTemplate, setLastTemplate } from '#features/templates/web.tsx'
import { currentAccountId } from '#browser/session/token.ts'
import { NO_EXPIRATION, getItem, setItem, useStored } from '#browser/storage/storage.ts'
import { type GenerateChoices, type RequestedChoices, parseChoices, toRequest } from '../../rules.ts'

const STORAGE_KEY = 'generate_choices'

/** Returns what the account chose last in this browser (B§4), or the template chosen since on the page of templates. */
export const readChoices = (): GenerateChoices => parseSnapshot(getSnapshot())

/** Returns the request with what was chosen last. */
export const readRequest = (): RequestedChoices => toRequest(readChoices())

/** Returns the choices for components, which it renders again when the choices change. */
export function useChoices(): GenerateChoices {
  const snapshot = useStored(getSnapshot)
  return useMemo(() => parseSnapshot(snapshot), [snapshot])
}

/** Keeps choices for the next time. */
export function keepChoices(changes: Partial<GenerateChoices>): void {
  const owner = currentAccountId()
  if (owner === undefined) return
  const choices = { ...readChoices(), ...changes }
  setItem(STORAGE_KEY, choices, { owner, lifetime: NO_EXPIRATION })
  setLastTemplate(choices.method === 'custom' ? choices.template : null, owner)
}

// A string, because React compares snapshots by identity.
function getSnapshot(): string {
  const owner = currentAccountId()
  if (owner === undefined) return '[]'
  return JSON.stringify([getItem(STORAGE_KEY, { owner }) ?? null, getLastTemplate(owner)])
}

function parseSnapshot(snapshot: string): GenerateChoices {
  const [stored, last] = JSON.parse(snapshot) as [unknown, GenerateChoices['template']]
  const choices = parseChoices(stored)
  return last && last.id !== choices.template?.id
    ? { ...choices, method: 'custom', template: last, dimensions: undefined }
    : choices
}
