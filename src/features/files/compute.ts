import { zstdDecompressSync } from 'node:zlib'
import type { File } from './contract.ts'

/** The stored results of a recording: compressed JSON. Missing ones are absent. */
export type StoredResults = { readonly [K in 'trans_result' | 'ai_content' | 'outline_result']?: Uint8Array }

/** Parses the results of a recording. Long ones take a while, so only threads call this. */
export const parseStoredResults = ({ trans_result, ai_content, outline_result }: StoredResults): ParsedResults => ({
  trans_result: trans_result ? (parse(trans_result) as File['trans_result']) : null,
  ai_content: ai_content ? (parse(ai_content) as string) : '',
  outline_result: outline_result ? (parse(outline_result) as File['outline_result']) : null,
})

type ParsedResults = Pick<File, 'trans_result' | 'ai_content' | 'outline_result'>

const parse = (body: Uint8Array): unknown => JSON.parse(zstdDecompressSync(body).toString('utf8'))
