import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid } from '#platform/http/errors.ts'
import type { ContentConfig, ShareChange } from '../contract.ts'
import { addressOf, changeLink, createLink } from './links.ts'
import { listLinks, type LinkRecord } from './storeLinks.ts'

type Target = { userId: string; fileId: string }
type PublicShare = { share_url: string; content_config: ContentConfig | null }

/** Returns the recording named in a call of another program. Rejects with Invalid when it names none. */
export function namedFile({ object_id, file_id }: { object_id?: string | undefined; file_id?: string | undefined }): string {
  const id = object_id ?? file_id
  if (id === undefined) throw new Invalid('body.object_id', 'object_id or file_id is required')
  return id
}

/** Returns the link of other programs to a recording, with an empty address if there is none. Rejects with NotFound. */
export async function readClientLink(ctx: AppContext, target: Target, from: { host: string }): Promise<PublicShare> {
  await requireFile(ctx, target.userId, target.fileId)
  return toPublicShare(ctx, await findClientLink(ctx, target), from)
}

/**
 * Creates or changes the link of other programs. A link revoked by the owner is not restored: its address stays empty. Without
 * `mayCreate` nothing is created. Rejects with NotFound.
 */
export async function saveClientLink(
  ctx: AppContext,
  target: Target,
  config: Partial<ContentConfig> | undefined,
  { from, mayCreate = true }: { from: { host: string }; mayCreate?: boolean },
): Promise<PublicShare | { refused: 'tooMany' }> {
  await requireFile(ctx, target.userId, target.fileId)
  const existing = await findClientLink(ctx, target)
  if (!existing && !mayCreate) return toPublicShare(ctx, undefined, from)
  const change = config ? toChange(config) : {}
  const link = existing ?? (await createLink(ctx, target, change, { is_client: true }))
  const saved = 'refused' in link ? link : await changeLink(ctx, { userId: target.userId, linkId: link.link_id }, change)
  if (!('refused' in saved)) return toPublicShare(ctx, saved, from)
  if (saved.refused !== 'tooMany') throw new Error(`a link of another program is refused: ${saved.refused}`)
  return { refused: saved.refused }
}

const findClientLink = async (ctx: AppContext, { userId, fileId }: Target): Promise<LinkRecord | undefined> =>
  (await listLinks(ctx, userId, fileId)).find(({ is_client }) => is_client)

const toChange = ({ overview, transcript, audio, notes }: Partial<ContentConfig>): ShareChange => ({
  ...(overview !== undefined && { shows_summary: overview }),
  ...(transcript !== undefined && { shows_transcript: transcript }),
  ...(audio !== undefined && { shows_audio: audio }),
  ...(notes !== undefined && { note_ids: notes }),
})

function toPublicShare(ctx: AppContext, link: LinkRecord | undefined, from: { host: string }): PublicShare {
  if (!link || link.revoked_at) return { share_url: '', content_config: null }
  const { shows_summary: overview, shows_transcript: transcript, shows_audio: audio, note_ids: notes } = link
  return { share_url: addressOf(ctx, link, from), content_config: { overview, transcript, audio, notes } }
}
