import { z } from 'zod'
import { Invalid } from '#platform/http/errors.ts'
import type { SearchSort } from '../../contract.ts'
import { type Place, comparer } from './rankRecordings.ts'

/**
 * The end of a page. `count` is the number of recordings on the pages so far. `hasMeaning`: whether they were also searched by
 * meaning, which the next page must repeat.
 */
export type Cursor = { readonly place: Place; readonly count: number; readonly hasMeaning: boolean }

const Fields = z.tuple([z.string().max(32), z.number(), z.number(), z.number(), z.int().min(0), z.boolean()])

/** Returns the cursor of the page after a recording. */
export const formatCursor = ({ place: { fileId, startTime, tier, score }, count, hasMeaning }: Cursor): string =>
  Buffer.from(JSON.stringify([fileId, startTime, tier, score, count, hasMeaning])).toString('base64url')

/** Throws Invalid for a malformed cursor. */
export function parseCursor(text: string): Cursor {
  const result = Fields.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!result.success) throw new Invalid('body.after', 'is no cursor of this server')
  const [fileId, startTime, tier, score, count, hasMeaning] = result.data
  return { place: { fileId, startTime, tier, score }, count, hasMeaning }
}

/** Returns a predicate for recordings that come after a position in the order. */
export const isAfter =
  (place: Place, sort: SearchSort) =>
  (recording: Place): boolean =>
    comparer(sort)(place, recording) < 0

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
