import type { Locale } from '#shared/locales.ts'
import { seconds } from '#shared/units.ts'
import { readStoredResults } from '#features/files/server.ts'
import { computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import type { Shared } from '../findShared.ts'
import { withoutDirectionMarks } from '#platform/http/html.ts'
import { readStoredContent } from './readStoredContent.ts'
import type { PageFrame } from './renderDocument.ts'
import type { PageParts } from './renderPage.ts'
import type { readSharedTitle, renderSharedPage, writeSharedText } from './sharedPage.compute.ts'

const module = new URL('./sharedPage.compute.ts', import.meta.url)
const RENDER_PAGE = computeTask<typeof renderSharedPage>(module, 'renderSharedPage')
const WRITE_TEXT = computeTask<typeof writeSharedText>(module, 'writeSharedText')
const READ_TITLE = computeTask<typeof readSharedTitle>(module, 'readSharedTitle')

/** A page of ten hours takes a fifth of this. */
const BUDGET = seconds(5)

/** The pages of one account's links share a queue key, no matter who opens them. */
const optionsOf = ({ link }: Shared, signal: AbortSignal) => ({ queue: link.user_id, budget: BUDGET, signal })

type PageOptions = { readonly frame: PageFrame; readonly isEmbed: boolean; readonly signal: AbortSignal }

/**
 * Returns the page of a link in UTF-8. `partsOf` returns the URLs of its parts. Rejects with NotFound, and with ComputeLimitError
 * when the page is too large.
 */
export async function createPage(
  ctx: AppContext,
  shared: Shared,
  partsOf: (has: { hasAudio: boolean }) => PageParts,
  { frame, isEmbed, signal }: PageOptions,
): Promise<Uint8Array> {
  const stored = await readStoredContent(ctx, shared)
  return ctx.compute.run(RENDER_PAGE, { stored, parts: partsOf(stored), frame, isEmbed }, optionsOf(shared, signal))
}

type FileOptions = { readonly locale: Locale; readonly signal: AbortSignal }

/** Returns the transcript of a link as the text of a file, and the title of the link. Rejects like `createPage`. */
export async function createText(
  ctx: AppContext,
  shared: Shared,
  { locale, signal }: FileOptions,
): Promise<{ title: string; text: string }> {
  const stored = { ...(await readStoredContent(ctx, shared)), notes: [] }
  return ctx.compute.run(WRITE_TEXT, { stored, locale }, optionsOf(shared, signal))
}

/** Returns the title of a link for its file names. Rejects like `createPage`. */
export async function readTitle(ctx: AppContext, shared: Shared, { locale, signal }: FileOptions): Promise<string> {
  const { link, file } = shared
  if (!link.hides_names) return withoutDirectionMarks(file.filename)
  const stored = { title: file.filename, results: await readStoredResults(ctx, link.user_id, link.file_id) }
  return ctx.compute.run(READ_TITLE, { stored, locale }, optionsOf(shared, signal))
}
