import { z } from 'zod/mini'
import { cleanName, MAX_TYPED_NAME } from './normalizeText.ts'

type NameRules = {
  /** Maximum number of characters of the cleaned name. */
  max: number
  /** The messages for an empty name and for a name that is too long. */
  empty: string
  tooLong: string
}

/** A name that is cleaned when it is parsed. Empty names and names that are too long are refused. */
export const nameSchema = ({ max, empty, tooLong }: NameRules) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(MAX_TYPED_NAME, tooLong)), z.transform(cleanName)),
    z.string().check(z.minLength(1, empty), z.maxLength(max, tooLong)),
  )
