import { z } from 'zod/mini'
import { cleanName, MAX_TYPED_NAME } from './normalizeText.ts'

type NameRules = {
  /** Maximum number of characters of the cleaned name. */
  max: number
  /** The messages that refuse an empty name and a longer one. */
  empty: string
  tooLong: string
}

/** A name that is cleaned when it is parsed. An empty or longer one is refused. */
export const nameSchema = ({ max, empty, tooLong }: NameRules) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(MAX_TYPED_NAME, tooLong)), z.transform(cleanName)),
    z.string().check(z.minLength(1, empty), z.maxLength(max, tooLong)),
  )
