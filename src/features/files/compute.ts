import { zstdDecompressSync } from 'node:zlib'
import type { File } from './contract.ts'

/** The results of a recording as they are stored: compressed JSON. Those that it does not have are absent. */
export type StoredResults = { readonly [K in 'trans_result' | 'ai_content' | 'outline_result']?: Uint8Array }

/** Returns the results of a recording. Long ones take a while, so that only threads do this. */
export const parseStoredResults = ({ trans_result, ai_content, outline_result }: StoredResults): ParsedResults => ({
  trans_result: trans_result ? (parse(trans_result) as File['trans_result']) : null,
  ai_content: ai_content ? (parse(ai_content) as string) : '',
  outline_result: outline_result ? (parse(outline_result) as File['outline_result']) : null,
})

type ParsedResults = Pick<File, 'trans_result' | 'ai_content' | 'outline_result'>

const parse = (body: Uint8Array): unknown => JSON.parse(zstdDecompressSync(body).toString('utf8'))
