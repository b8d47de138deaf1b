import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'

const DoorWords = z.object({ setupToken: z.string().optional(), invitation: z.string().optional() })

/** Words that open a closed door, remembered while somebody is on the way: whoever reads the database cannot use them. */
export type DoorWords = z.infer<typeof DoorWords>

/** Null when there are none. */
export function sealWords(ground: Ground, words: DoorWords, about: string): Buffer | null {
  return words.setupToken || words.invitation ? ground.secrets.field.seal(JSON.stringify(words), about) : null
}

export function openWords(ground: Ground, sealed: Buffer | null, about: string): DoorWords {
  const text = sealed && ground.secrets.field.open(sealed, about)
  return text ? DoorWords.parse(JSON.parse(text)) : {}
}
