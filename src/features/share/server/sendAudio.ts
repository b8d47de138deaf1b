import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '#shared/units.ts'
import { openOriginalAudio, openAudio } from '#features/files/server.ts'
import type { RangeSource } from '#platform/audio/AudioSource.ts'
import { openClip } from '#platform/audio/openClip.ts'
import { contentDisposition } from '#platform/blobs/http/downloadHeaders.ts'
import { sendDownload } from '#platform/blobs/http/sendDownload.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { clipOf, isUnchanged, type Shared } from './findShared.ts'

const TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg' } as const

/** Sends the audio of a link, complete or only the clip. Rejects with NotFound when there is no audio. */
export async function sendAudio(
  ctx: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  shared: Shared,
  { token, download }: { token: string; download: string | null },
) {
  const { source, suffix } = await openSource(ctx, shared)
  void reply
    .header('accept-ranges', 'bytes')
    .type(TYPES[suffix])
    .header('content-security-policy', "default-src 'none'; media-src 'self'; sandbox")
    .header(
      'content-disposition',
      contentDisposition(download === null ? 'inline' : 'attachment', `${download ?? 'audio'}.${suffix}`),
    )
  const open = async (range: { start: number; end: number }) =>
    Readable.from(untilChanged(ctx, token, shared, await source.open(range)), { objectMode: false })
  return sendDownload(request, reply, { size: source.size, open }, `"${shared.link.link_id}-${source.size}"`)
}

async function openSource(ctx: AppContext, { link, file }: Shared): Promise<{ source: RangeSource; suffix: keyof typeof TYPES }> {
  const original = await openOriginalAudio(ctx, file)
  if (!original) throw new NotFound()
  const suffix = original.suffix as keyof typeof TYPES
  const clip = clipOf(link)
  // The raw packets of a recorder are served as a clip of the whole recording.
  const whole = file.sound_kind === 'asr' ? { start: 0, end: file.duration_ms } : null
  const { source } = await openAudio(ctx, file)
  if (typeof source === 'string') throw new Error('the audio of a recording is not in the blob storage')
  const span = clip ?? whole
  return { source: span ? await cachedClip(file.blob_key, span, () => openClip(source, file.sound_kind, span)) : source, suffix }
}

/** Number of cached clips: players request one clip in many ranges, and finding its bytes reads the file. */
const MAX_CLIPS = 16
const clips = new Map<string, Promise<RangeSource>>()

function cachedClip(
  key: string,
  { start, end }: { start: number; end: number },
  open: () => Promise<RangeSource>,
): Promise<RangeSource> {
  const name = `${key} ${start} ${end}`
  const opened = clips.get(name) ?? open()
  clips.delete(name)
  clips.set(name, opened)
  opened.catch(() => clips.delete(name))
  const [oldest] = clips.keys()
  if (clips.size > MAX_CLIPS && oldest !== undefined) clips.delete(oldest)
  return opened
}

/** How often a running response checks whether its link is still valid. */
const CHECK_INTERVAL = seconds(0.5)

/** Yields chunks until the link is revoked or changed, which aborts the response. */
async function* untilChanged(ctx: AppContext, token: string, shared: Shared, bytes: Readable): AsyncGenerator<Buffer> {
  let checkedAt = ctx.clock.now().getTime()
  for await (const chunk of bytes) {
    const now = ctx.clock.now().getTime()
    if (now - checkedAt >= CHECK_INTERVAL) {
      if (!(await isUnchanged(ctx, token, shared))) throw new Error('the link changed while its audio was sent')
      checkedAt = now
    }
    yield chunk as Buffer
  }
}
