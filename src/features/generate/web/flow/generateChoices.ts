import { useMemo } from 'react'
import { currentAccountId } from '#browser/session/token.ts'
import { NO_EXPIRATION, getItem, setItem, useStored } from '#browser/storage/storage.ts'
import { type GenerateChoices, parseChoices } from '../../rules.ts'

const STORAGE_KEY = 'generate_choices'

/** Returns what the account chose last in this browser (B§4). */
export const readChoices = (): GenerateChoices => parseChoices(readStored())

/** The same for components, which it renders again when the choices change. */
export function useChoices(): GenerateChoices {
  const text = useStored(getSnapshot)
  return useMemo(() => parseChoices(JSON.parse(text)), [text])
}

/** Keeps choices for the next time. */
export function keepChoices(choices: Partial<GenerateChoices>): void {
  const owner = currentAccountId()
  if (owner !== undefined) setItem(STORAGE_KEY, { ...readChoices(), ...choices }, { owner, lifetime: NO_EXPIRATION })
}

function readStored(): unknown {
  const owner = currentAccountId()
  return owner === undefined ? undefined : getItem(STORAGE_KEY, { owner })
}

// A string, because React compares snapshots by identity.
const getSnapshot = (): string => JSON.stringify(readStored() ?? null)
