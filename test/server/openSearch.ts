import type { SearchQuery } from '#features/search/contract.ts'
import type { TestServer } from './testServer.ts'

/** A line of a transcript, optionally with the name of its speaker. */
type Line = string | readonly [speaker: string, text: string]

/** Returns a user with functions for searching and for adding recordings. Lines are spoken ten seconds apart. */
export async function openSearch(server: TestServer, name = 'anna') {
  const user = await server.user(name)
  const add = async (
    title: string,
    lines: readonly Line[],
    { folders = [], seconds = 60, language = 'en' }: { folders?: string[]; seconds?: number; language?: string } = {},
  ) => {
    const { id } = await server.uploadFile({ name: title, user: name, seconds, folders })
    const trans_result = lines.map((line, n) => {
      const [speaker, content] = typeof line === 'string' ? ['', line] : line
      return { id: String(n), start_time: n * 10_000, end_time: n * 10_000 + 9000, content, speaker, language }
    })
    await user.files.change({ params: { id }, body: { trans_result } })
    await server.waitForJobs()
    return id
  }
  const search = async (
    query: string,
    more: Partial<Omit<SearchQuery, 'filters'>> & { filters?: Partial<SearchQuery['filters']> } = {},
  ) => (await user.search.recordings({ body: { query, ...more } })).data
  const titles = async (...input: Parameters<typeof search>) =>
    (await search(...input)).recordings.map(({ filename }) => filename)
  return { user, add, search, titles }
}
