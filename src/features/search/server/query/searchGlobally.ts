import { z } from 'zod/mini'
import type { AppContext } from '#platform/context.ts'
import { SearchQuery, type SearchMoment, type searchContract } from '../../contract.ts'
import type { Parsed, Reply } from '#shared/contract.ts'
import { searchRecordings } from './searchRecordings.ts'

type Global = (typeof searchContract)['global']

/** Maximum number of moments per recording for other clients. */
const MOMENTS = 5

/** Search for other clients: returns the best recordings, with passages of transcripts and lines of summaries and notes. */
export async function searchGlobally(
  ctx: AppContext,
  userId: string,
  { query, date_from, date_to }: Parsed<Global>['body'],
): Promise<Reply<Global>['data']> {
  const filters = { ...(date_from && { date_from }), ...(date_to && { date_to }) }
  const { words, recordings } = await searchRecordings(
    ctx,
    userId,
    z.parse(SearchQuery, { query, filters, limit: 50, moments: MOMENTS }),
  )
  return {
    keywords: words,
    list: recordings.map(({ file_id, filename, start_time, moments }) => ({
      id: file_id,
      title: filename,
      start_time: start_time * 1000,
      trans_chunks: moments
        .filter(({ kind }) => kind === 'transcript')
        .map((moment) => ({ ...toChunk(moment), speakers: [{ start_time: moment.start_ms ?? 0 }] })),
      notes: moments.filter(({ kind }) => kind !== 'transcript').map((moment) => ({ chunks: [toChunk(moment)] })),
    })),
  }
}

/** `offset` is the position of the first match in the text of the chunk. */
const toChunk = ({ text, marks }: SearchMoment) => ({ content: text, offset: marks[0]?.[0] ?? 0 })
