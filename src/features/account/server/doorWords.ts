import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'

const DoorWords = z.object({ setupToken: z.string().optional(), invitation: z.string().optional() })

/** Tokens that permit a sign-up: from the setup link or an invitation. Stored encrypted while a sign-in is pending. */
export type DoorWords = z.infer<typeof DoorWords>

/** Returns null when there is no token. */
export function sealWords(ground: Ground, words: DoorWords, about: string): Buffer | null {
  return words.setupToken || words.invitation ? ground.secrets.field.seal(JSON.stringify(words), about) : null
}

export function openWords(ground: Ground, sealed: Buffer | null, about: string): DoorWords {
  const text = sealed && ground.secrets.field.open(sealed, about)
  return text ? DoorWords.parse(JSON.parse(text)) : {}
}
