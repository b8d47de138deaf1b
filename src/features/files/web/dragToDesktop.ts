import { paths } from '#shared/paths.ts'
import { minutes } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { toFileName } from '#browser/page/toFileName.ts'
import { readToken } from '#browser/session/token.ts'
import { now } from '#browser/timers/time.ts'
import { AUDIO_SUFFIXES } from '../contract.ts'
import type { LibraryRow } from '../contract.ts'
import { files } from './filesClient.ts'

/** Links are valid for an hour. A download begins when the drag ends. */
const LINK_LIFETIME: Millis = minutes(30)

type AudioLink = { readonly url: string; readonly type: keyof typeof AUDIO_SUFFIXES }
type LinkRequest = { readonly fileId: string; readonly token: string | undefined; readonly at: Millis; link?: AudioLink }

/** The link requested last. */
let requested: LinkRequest | undefined

/**
 * Requests the link to the audio of a recording that the user may be about to drag: a drag must name it at once when it starts.
 * Does nothing when it was just requested.
 */
export async function prepareAudioDrag({ id, ori_ready }: LibraryRow): Promise<void> {
  if (!ori_ready || isRequested(id)) return
  const request: LinkRequest = { fileId: id, token: readToken(), at: now() }
  requested = request
  try {
    const { temp_url, temp_type } = await files.tempUrl({ params: { id }, query: {} }, { quiet: true })
    request.link = { url: temp_url, type: temp_type }
  } catch {
    // The recording can still be dragged to a folder, and the next drag requests the link again.
    if (requested === request) requested = undefined
  }
}

/**
 * Adds what other programs accept to a drag of recordings: links to their pages and, for a single one whose link has arrived, its
 * audio as a file (Chromium).
 */
export function addDataForPrograms(transfer: Pick<DataTransfer, 'setData'>, ids: readonly string[], single?: LibraryRow): void {
  const addresses = ids.map((id) => absoluteAddress(paths.file(id)))
  transfer.setData('text/uri-list', addresses.join('\r\n'))
  transfer.setData('text/plain', addresses.join('\n'))
  const link = single?.ori_ready && isRequested(single.id) ? requested?.link : undefined
  if (!single || !link) return
  transfer.setData('DownloadURL', `${link.type}:${toFileName(single.filename)}.${AUDIO_SUFFIXES[link.type]}:${link.url}`)
}

/** A link of another session is not valid. */
const isRequested = (fileId: string): boolean =>
  requested?.fileId === fileId && requested.token === readToken() && now() - requested.at < LINK_LIFETIME
