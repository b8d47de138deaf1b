import { z } from 'zod'
import { Invalid } from '#platform/http/errors.ts'
import type { SearchSort } from '../../contract.ts'
import { type Place, comparer } from './rankRecordings.ts'

const Cursor = z.tuple([z.string().max(32), z.number(), z.boolean(), z.number()])

/** Returns the cursor of the page after a recording. */
export const formatCursor = ({ fileId, startTime, isTogether, score }: Place): string =>
  Buffer.from(JSON.stringify([fileId, startTime, isTogether, score])).toString('base64url')

/** Throws Invalid for a text that is no cursor. */
export function parseCursor(text: string): Place {
  const result = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!result.success) throw new Invalid('body.after', 'is no cursor of this server')
  const [fileId, startTime, isTogether, score] = result.data
  return { fileId, startTime, isTogether, score }
}

/** Returns the test for recordings that come after a place in the order. */
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
