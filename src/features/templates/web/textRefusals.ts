import { Refused } from '#shared/client.ts'

/** What keeps a text from being submitted, as the end of the key of its message. */
export const TEXT_REFUSALS = ['tooShort', 'hasLink', 'hasImage', 'hasMarkup', 'hasControlCharacters', 'hasFence'] as const
export type TextRefusal = (typeof TEXT_REFUSALS)[number]

/** Returns why a text could not be submitted, or undefined when that was not the reason. */
export const textRefusalOf = (error: unknown): TextRefusal | undefined =>
  error instanceof Refused ? TEXT_REFUSALS.find((name) => name === error.refusal) : undefined

/** For a form that shows these refusals itself. */
export const NO_TEXTS = Object.fromEntries(TEXT_REFUSALS.map((name) => [name, null])) as Readonly<Record<TextRefusal, null>>
