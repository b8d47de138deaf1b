import type { FastifyInstance } from 'fastify'
import { sessionBinding } from '#features/account/server.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import type { Caller } from '#platform/http/caller.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { StreamedReply } from '#platform/http/StreamedReply.ts'
import { AUDIO_SUFFIXES, filesContract } from '../contract.ts'
import { type FilesHooks, changeFile } from './changeFile.ts'
import { libraryTag, readLibraryChanges, readLibraryPage } from './library.ts'
import { type FileRecord, countFiles, listFiles, listKnownTitles, readResults, requireFile } from './store.ts'
import { readStatistics } from './statistics.ts'
import { removeFiles, trashFiles, untrashFiles } from './trash.ts'
import { noteVisit } from './storeVisits.ts'
import { toRow } from './rowFields.ts'
import { writeFullFiles } from './results.ts'
import { restoreTitle } from './restoreTitle.ts'

export function filesRoutes<Prepared>(app: FastifyInstance, ctx: AppContext, hooks: FilesHooks<Prepared>): void {
  serve(app, 'files', filesContract, {
    simple: async ({ query, caller, checkEtag }) => {
      checkEtag(await libraryTag(ctx, caller.userId))
      const { total, rows } = await listFiles(ctx, caller.userId, query)
      return { data_file_total: total, data_file_list: rows.map(toRow) }
    },
    page: async ({ query, caller }) => ({ data: await readLibraryPage(ctx, caller.userId, query) }),
    changes: async ({ query, caller }) => ({ data: await readLibraryChanges(ctx, caller.userId, query.since) }),
    knownTitles: async ({ body, caller }) => {
      const knownTitles = new Set(await listKnownTitles(ctx, caller.userId, body.titles.map(cleanName)))
      return { data: { known: body.titles.filter((title) => knownTitles.has(cleanName(title))) } }
    },
    list: async ({ query, body, caller }) => {
      // All or none, as in every batch: one id of another user refuses the whole call.
      if ((await countFiles(ctx, caller.userId, body)) < body.length) throw new NotFound()
      const readSummaries = query.support_mul_summ ? hooks.readSummaries : undefined
      return new StreamedReply(
        writeFullFiles(ctx, caller.userId, body, { knownTranscript: query.transcript_version, readSummaries }),
      )
    },
    change: async ({ params, body, caller, refuse }) => {
      const changed = await changeFile(ctx, { userId: caller.userId, fileId: params.id, hooks }, body)
      return typeof changed === 'string' ? StreamedReply.ofText(`"data_file":${changed}`) : refuse(changed.refused)
    },
    restoreTitle: async ({ params, caller, refuse }) => {
      const restored = await restoreTitle(ctx, caller.userId, params.id)
      return 'refused' in restored ? refuse(restored.refused) : { data_file: restored }
    },
    visit: async ({ params, body, caller }) => {
      await noteVisit(ctx, caller.userId, params.id, body.position)
      return {}
    },
    tempUrl: async ({ params, query, caller, from, refuse }) => {
      const row = await requireFile(ctx, caller.userId, params.id)
      if (row.sound_deleted_at) refuse('audioDeleted')
      return temporaryLinks(ctx, { row, caller, wantsOpus: query.is_opus ?? false, from })
    },
    peaks: async ({ params, caller }) => {
      await requireFile(ctx, caller.userId, params.id)
      const [found] = await readResults(ctx, caller.userId, [params.id], ['peaks'])
      return { data: { peaks: found ? found.body.toString('base64') : null } }
    },
    stat: async ({ query, caller }) => ({ data_stat: await readStatistics(ctx, caller.userId, query) }),
    trash: async ({ body, caller }) => {
      await trashFiles(ctx, caller.userId, body)
      return {}
    },
    untrash: async ({ body, caller }) => {
      await untrashFiles(ctx, caller.userId, body)
      return {}
    },
    remove: async ({ query, body = [], caller }) => {
      const fileIds = [...(query.ids ?? []), ...body]
      if (fileIds.length === 0) throw new Invalid('body', 'name at least one recording, in the query or in the body')
      await removeFiles(ctx, caller.userId, fileIds)
      return {}
    },
  })
}

type LinksRequest = { row: FileRecord; caller: Caller; wantsOpus: boolean; from: { host: string } }

/**
 * Returns links that are valid for an hour and no longer than the session. Raw Opus packets cannot be played, so both links of
 * such a recording lead to Ogg.
 */
async function temporaryLinks(ctx: AppContext, { row, caller, wantsOpus, from }: LinksRequest) {
  const { key, ttl } = { key: row.blob_key, ttl: hours(1) }
  const isOgg = row.sound_kind === 'asr' || row.sound_kind === 'ogg-opus'
  const types = { mp3: 'audio/mpeg', wav: 'audio/wav', asr: 'audio/ogg', 'ogg-opus': 'audio/ogg' } as const
  const type = types[row.sound_kind]
  const url = await ctx.blobs.readUrl({
    key,
    ttl,
    boundTo: sessionBinding(caller),
    type,
    filename: `${row.filename}.${AUDIO_SUFFIXES[type]}`,
    // Players ignore this header. When opened directly the link is downloaded, so that its bytes are never rendered as another
    // type.
    download: true,
    oggFromAsr: row.sound_kind === 'asr',
  })
  const link = withRequestOrigin(url, ctx.config, from)
  return { temp_url: link, temp_url_opus: wantsOpus && isOgg ? link : null, temp_type: type }
}
