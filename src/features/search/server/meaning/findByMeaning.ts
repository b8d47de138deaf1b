import { MiB } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { ParsedQuery } from '../query/parseQuery.ts'
import type { FoundPassage, Scope } from '../query/storeSearch.ts'
import type { QueryVector } from './embedQuery.ts'
import {
  listPassagesAt,
  listVectorRows,
  readSigns,
  readVectors,
  type VectorKey,
  type VectorPlace,
  type VectorRow,
} from './storeVectors.ts'
import { SignCache } from './signCache.ts'
import { countDifferences, hashOf, nearest, similarityOf, toSigns, toWords } from './vectors.ts'

/** Passages that are compared exactly: those whose sign bits differ least from the query. */
const COMPARED = 400
/** Maximum number of passages whose texts are read. */
const MAX_FOUND = 200
/** Bytes of sign bits per read. */
const BATCH_BYTES = 2 * MiB

const cache = new SignCache()

/** A passage with a similar meaning. */
export type SimilarPassage = Omit<FoundPassage, 'total'> & {
  readonly similarity: number
  /** Whether it also contains all words. */
  readonly has_words: boolean
}
export type SimilarRecording = {
  readonly fileId: string
  readonly startTime: number
  readonly language: string
  /** The most similar first. */
  readonly passages: readonly SimilarPassage[]
}

/**
 * Returns the passages of a scope with a meaning similar to the query, grouped by recording, the most similar first. Recordings
 * must contain quoted words and no excluded ones. First the sign bits of all vectors are compared, which are cached or read in
 * batches of a few megabytes, and then the nearest vectors in full.
 */
export async function findByMeaning(
  tx: AppContext,
  scope: Scope,
  { query, wanted }: { query: ParsedQuery; wanted: QueryVector },
): Promise<SimilarRecording[]> {
  const quoted = { terms: query.terms.filter(({ isQuoted }) => isQuoted), excluded: query.excluded }
  const rows = await listVectorRows(tx, scope, quoted, wanted)
  const places = await findNearest(tx, scope.userId, rows, wanted)
  const similar = await compare(tx, scope.userId, places, wanted)
  const found = await listPassagesAt(
    tx,
    scope,
    similar.map(({ fileId, passage: [kind, ref, n] }) => ({ fileId, kind, ref, n })),
    query,
  )
  const byKey = new Map(similar.map((each) => [keyOf(each.fileId, each.passage), each]))
  const passages = found
    .flatMap((passage) => {
      const vector = byKey.get(keyOf(passage.file_id, [passage.kind, passage.ref, passage.n]))
      // A changed passage has no vector yet.
      return vector?.passage[3] === hashOf(passage.body) ? [{ ...passage, similarity: vector.similarity }] : []
    })
    .toSorted((a, b) => b.similarity - a.similarity || (a.file_id < b.file_id ? 1 : -1) || a.n - b.n)
  const byId = new Map(rows.map((row) => [row.file_id, row]))
  return [...Map.groupBy(passages, ({ file_id }) => file_id)].flatMap(([fileId, own]) => {
    const row = byId.get(fileId)
    return row ? [{ fileId, startTime: row.start_time.getTime(), language: row.language, passages: own }] : []
  })
}

const keyOf = (fileId: string, [kind, ref, n]: readonly [string, string, number, ...unknown[]]): string =>
  `${fileId} ${kind} ${n} ${ref}`

/** Returns the positions of the passages whose sign bits differ least. */
async function findNearest(
  tx: AppContext,
  userId: string,
  rows: readonly VectorRow[],
  { vector, dimensions }: QueryVector,
): Promise<VectorPlace[]> {
  const wanted = toWords(toSigns(vector))
  const counts = rows.map(({ bytes }) => bytes / wanted.byteLength)
  const differences = new Uint16Array(counts.reduce((sum, count) => sum + count, 0))
  let at = 0
  for (const batch of inBatches(rows)) {
    const read = await readMissing(tx, userId, batch)
    for (const row of batch) {
      const own = read.get(row.file_id) ?? cache.get(row)
      const count = row.bytes / wanted.byteLength
      // Skips a row that another transaction has changed in the meantime.
      if (own?.byteLength !== row.bytes) differences.fill(dimensions, at, at + count)
      else countDifferences(own, wanted, differences, at)
      at += count
    }
  }
  return toPlaces(nearest(differences, dimensions, COMPARED), rows, counts)
}

/** Reads the sign bits of recordings that are not in the cache. */
async function readMissing(tx: AppContext, userId: string, rows: readonly VectorRow[]): Promise<Map<string, Uint32Array>> {
  const missing = rows.filter((row) => !cache.get(row))
  if (missing.length === 0) return new Map()
  const fileIds = missing.map(({ file_id }) => file_id)
  const read = new Map([...(await readSigns(tx, userId, fileIds))].map(([fileId, signs]) => [fileId, toWords(signs)]))
  for (const row of missing) {
    const signs = read.get(row.file_id)
    if (signs?.byteLength === row.bytes) cache.set(row, signs)
  }
  return read
}

function* inBatches(rows: readonly VectorRow[]): Generator<readonly VectorRow[]> {
  let [start, size] = [0, 0]
  for (const [index, { bytes }] of rows.entries()) {
    if (size > 0 && size + bytes > BATCH_BYTES) {
      yield rows.slice(start, index)
      ;[start, size] = [index, 0]
    }
    size += bytes
  }
  if (start < rows.length) yield rows.slice(start)
}

/** Converts positions among all passages to those within recordings. Both are in the same order. */
function toPlaces(places: readonly number[], rows: readonly VectorRow[], counts: readonly number[]): VectorPlace[] {
  let [row, first] = [0, 0]
  return places.map((place) => {
    while (place >= first + (counts[row] ?? 0)) first += counts[row++] ?? 0
    return { fileId: rows[row]?.file_id ?? '', index: place - first }
  })
}

type Similar = { fileId: string; passage: VectorKey; similarity: number }

async function compare(
  tx: AppContext,
  userId: string,
  places: readonly VectorPlace[],
  { vector, dimensions, minSimilarity }: QueryVector,
): Promise<Similar[]> {
  if (places.length === 0) return []
  const rows = await readVectors(tx, userId, places, dimensions)
  const similar = rows.flatMap(({ file_id, passage, vector: bytes }) => {
    const own = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const similarity = own.length === dimensions ? similarityOf(vector, own) : 0
    return similarity >= minSimilarity ? [{ fileId: file_id, passage, similarity }] : []
  })
  return similar.toSorted((a, b) => b.similarity - a.similarity).slice(0, MAX_FOUND)
}
