import type { filesContract } from '#features/files/contract.ts'
import type { Client } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'
import { DEFAULT_UPLOAD_LIMIT, type uploadContract } from '../../contract.ts'
import { splitName } from '../../rules.ts'

type Calls = { readonly calls: Client<typeof uploadContract>; readonly filesCalls: Client<typeof filesContract> }

/** Titles in one call. */
const TITLES_PER_CALL = 1000

/**
 * Returns the upload limit (B§9), and which titles of these files the library has. A server that does not respond does not keep
 * files from being added: the limit is the default then, and no title is known.
 */
export async function readSelectionLimits(
  { calls, filesCalls }: Calls,
  files: readonly { name: string }[],
): Promise<{ limit: Bytes; titles: readonly string[] }> {
  const titles = [...new Set(files.map(({ name }) => splitName(name).filename))]
  const known = Array.from({ length: Math.ceil(titles.length / TITLES_PER_CALL) }, async (_, n) => {
    const some = titles.slice(n * TITLES_PER_CALL, (n + 1) * TITLES_PER_CALL)
    return (await filesCalls.knownTitles({ body: { titles: some } })).data.known
  })
  const [limit, knownTitles] = await Promise.all([
    calls.webConfig({}).then(
      ({ data }) => data.upload_limit_size,
      () => DEFAULT_UPLOAD_LIMIT,
    ),
    Promise.all(known).then(
      (lists) => lists.flat(),
      () => [],
    ),
  ])
  return { limit, titles: knownTitles }
}
