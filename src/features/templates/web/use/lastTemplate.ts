import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import type { ChosenTemplate } from '../card/templateTexts.ts'

const STORAGE_KEY = 'last_template'

/** Stores the template that was chosen last in this browser (B§4); null for the automatic one. */
export const setLastTemplate = (template: ChosenTemplate | null, owner: string): void =>
  setItem(STORAGE_KEY, template, { owner, lifetime: NO_EXPIRATION })

/** Returns the template that was chosen last, or null. */
export function getLastTemplate(owner: string): ChosenTemplate | null {
  const value = getItem(STORAGE_KEY, { owner })
  return isChosenTemplate(value) ? value : null
}

const isChosenTemplate = (value: unknown): value is ChosenTemplate =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'type', 'name'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')
