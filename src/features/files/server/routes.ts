import type { FastifyInstance } from 'fastify'
import { plainName } from '#kit/plainName.ts'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { atOrigin } from '#platform/http/atOrigin.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { filesContract } from '../contract.ts'
import { changeFile } from './changeFile.ts'
import { libraryTag, readLibraryChanges, readLibraryPage } from './library.ts'
import { readFullFiles } from './results.ts'
import { type FileRecord, listFiles, listKnownTitles, readFiles, readResults } from './store.ts'
import { readStatistics } from './statistics.ts'
import { removeFiles, trashFiles, untrashFiles } from './trash.ts'
import { toRow } from './wire.ts'

export function filesRoutes(app: FastifyInstance, ground: Ground): void {
  const mine = async (userId: string, fileId: string): Promise<FileRecord> => {
    const [row] = await readFiles(ground, userId, [fileId])
    if (!row) throw new NotFound()
    return row
  }

  serve(app, 'files', filesContract, {
    simple: async ({ query, caller, unlessHeld }) => {
      unlessHeld(await libraryTag(ground, caller.userId))
      const { total, rows } = await listFiles(ground, caller.userId, query)
      return { data_file_total: total, data_file_list: rows.map(toRow) }
    },
    page: async ({ query, caller }) => ({ data: await readLibraryPage(ground, caller.userId, query) }),
    changes: async ({ query, caller }) => ({ data: await readLibraryChanges(ground, caller.userId, query.since) }),
    knownTitles: async ({ body, caller }) => {
      const kept = new Set(await listKnownTitles(ground, caller.userId, body.titles.map(plainName)))
      return { data: { known: body.titles.filter((title) => kept.has(plainName(title))) } }
    },
    list: async ({ body, caller }) => {
      const files = await readFullFiles(ground, caller.userId, body)
      // All or none, as every batch: one id that is not the caller's refuses the whole call.
      if (files.length < body.length) throw new NotFound()
      return { data_file_total: files.length, data_file_list: files }
    },
    change: async ({ params, body, caller }) => {
      // Where nobody gives folders a meaning, there are none.
      const ownsFolders = app.ownsFolders ?? (async (_step, _userId, ids) => ids.length === 0)
      return { data_file: await changeFile(ground, { userId: caller.userId, fileId: params.id, ownsFolders }, body) }
    },
    tempUrl: async ({ params, query, caller, from, refuse }) => {
      const row = await mine(caller.userId, params.id)
      if (row.sound_deleted_at) refuse('soundGone')
      return temporaryLinks(ground, row, query.is_opus ?? false, from)
    },
    peaks: async ({ params, caller }) => {
      await mine(caller.userId, params.id)
      const [found] = await readResults(ground, caller.userId, [params.id], ['peaks'])
      return { data: { peaks: found ? found.body.toString('base64') : null } }
    },
    stat: async ({ query, caller }) => ({ data_stat: await readStatistics(ground, caller.userId, query) }),
    trash: async ({ body, caller }) => {
      await trashFiles(ground, caller.userId, body)
      return {}
    },
    untrash: async ({ body, caller }) => {
      await untrashFiles(ground, caller.userId, body)
      return {}
    },
    remove: async ({ body, caller }) => {
      await removeFiles(ground, caller.userId, body)
      return {}
    },
  })
}

/** Good for an hour. Raw Opus packets cannot be played by anyone, so both links of such a recording are Ogg. */
async function temporaryLinks(ground: Ground, row: FileRecord, wantsOpus: boolean, from: { host: string }) {
  const { key, ttl } = { key: row.blob_key, ttl: hours(1) }
  const isOgg = row.sound_kind === 'asr' || row.sound_kind === 'ogg-opus'
  const suffix = { mp3: 'mp3', wav: 'wav', asr: 'ogg', 'ogg-opus': 'ogg' }[row.sound_kind]
  const type = { mp3: 'audio/mpeg', wav: 'audio/wav', asr: 'audio/ogg', 'ogg-opus': 'audio/ogg' }[row.sound_kind]
  const url = await ground.blobs.readUrl({
    key,
    ttl,
    type,
    filename: `${row.filename}.${suffix}`,
    // Players play it all the same; opened by itself it is saved, whatever else its bytes might be read as.
    download: true,
    oggFromAsr: row.sound_kind === 'asr',
  })
  const link = atOrigin(url, ground.config, from)
  return { temp_url: link, temp_url_opus: wantsOpus && isOgg ? link : null }
}
