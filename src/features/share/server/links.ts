import { newId } from '#shared/newId.ts'
import { hashPassword } from '#features/account/server.ts'
import { lockFiles, readPeaks, requireFile } from '#features/files/server.ts'
import { readNotes } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import {
  MAX_LINKS,
  MIN_CLIP,
  WAVEFORM_POINTS,
  type SharedRecording,
  type ShareChange,
  type ShareLink,
  type ShareView,
} from '../contract.ts'
import { loudestPoints } from './page/renderPlayer.ts'
import { deleteLink, insertLink, listLinks, lockLink, readLink, updateLink, type LinkRecord } from './storeLinks.ts'
import { listViews } from './storeViews.ts'
import { createPass, publicAddressOf, tokenHashOf } from './tokens.ts'

type From = { host: string }
type WrongSettings = { refused: 'clipOutside' | 'expiresInPast' }

/** Returns the links to a recording, and which parts of it can be shared. Rejects with NotFound. */
export async function readLinks(
  ctx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  from: From,
): Promise<{ links: ShareLink[]; recording: SharedRecording }> {
  const file = await requireFile(ctx, userId, fileId)
  const links = await listLinks(ctx, userId, fileId)
  const [notes, peaks] = await Promise.all([readNotes(ctx, userId, fileId), readPeaks(ctx, userId, fileId)])
  const recording = {
    duration: file.duration_ms,
    has_summary: file.has_summary,
    has_transcript: file.has_transcript,
    has_audio: file.sound_deleted_at === null,
    notes: notes
      .filter(({ note_type }) => note_type !== 'auto_sum_note')
      .map(({ note_id, note_tab_name, template, note_type }) => ({
        note_id,
        name: note_type === 'high_light' ? '' : note_tab_name || (template?.name ?? ''),
      })),
    waveform: peaks && loudestPoints(peaks, WAVEFORM_POINTS),
  }
  return { links: links.map((link) => toWire(ctx, link, from)), recording }
}

/** Default settings of a link. */
const DEFAULTS = {
  is_client: false,
  label: '',
  shows_summary: true,
  shows_transcript: true,
  shows_audio: true,
  note_ids: [],
  clip_start_ms: null,
  clip_end_ms: null,
  hides_names: false,
  allows_download: false,
  password_hash: null,
  expires_at: null,
  revoked_at: null,
} satisfies Partial<LinkRecord>

/**
 * Creates a link to a recording. A recording has only one link for other programs: if a concurrent call has created it, that one is
 * returned. Rejects with NotFound.
 */
export async function createLink(
  ctx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  change: ShareChange,
  fixed: Partial<Pick<LinkRecord, 'is_client'>> = {},
): Promise<LinkRecord | WrongSettings | { refused: 'tooMany' }> {
  const password_hash = await hashOf(ctx, change)
  return ctx.transaction(async (tx) => {
    // Serializes concurrent calls, so that the limit holds.
    const [file] = await lockFiles(tx, userId, [fileId])
    if (!file) throw new NotFound()
    const links = await listLinks(tx, userId, fileId)
    const ofPrograms = fixed.is_client ? links.find(({ is_client }) => is_client) : undefined
    if (ofPrograms) return ofPrograms
    if (links.length >= MAX_LINKS) return { refused: 'tooMany' }
    const fields = toFields(tx, change, { duration: file.duration_ms, password_hash })
    if (fields.refused) return { refused: fields.refused }
    const now = tx.clock.now()
    const key = { link_id: newId(now), generation: 1 }
    const counts = { created_at: now, view_count: 0, last_viewed_at: null }
    const row = { user_id: userId, file_id: fileId, ...key, token_hash: tokenHashOf(tx, key), ...DEFAULTS, ...counts }
    const link: LinkRecord = { ...row, ...fields, ...fixed }
    await insertLink(tx, link)
    return link
  })
}

/** Changes a link. Rejects with NotFound. */
export async function changeLink(
  ctx: AppContext,
  { userId, linkId }: { userId: string; linkId: string },
  change: ShareChange,
): Promise<LinkRecord | WrongSettings> {
  const password_hash = await hashOf(ctx, change)
  return ctx.transaction(async (tx) => {
    const link = await lockLink(tx, userId, linkId)
    if (!link) throw new NotFound()
    const { duration_ms: duration } = await requireFile(tx, userId, link.file_id)
    const fields = toFields(tx, change, { duration, password_hash })
    if (fields.refused) return { refused: fields.refused }
    if (Object.keys(fields).length === 0) return link
    return required(await updateLink(tx, link, fields))
  })
}

/** Gives a link, revoked or not, a new address. Rejects with NotFound. */
export async function renewLink(ctx: AppContext, userId: string, linkId: string): Promise<LinkRecord> {
  return ctx.transaction(async (tx) => {
    const link = await lockLink(tx, userId, linkId)
    if (!link) throw new NotFound()
    const generation = link.generation + 1
    const token_hash = tokenHashOf(tx, { link_id: linkId, generation })
    return required(await updateLink(tx, link, { generation, token_hash, revoked_at: null }))
  })
}

/** Deletes a link with its views. Rejects with NotFound. */
export async function removeLink(ctx: AppContext, userId: string, linkId: string): Promise<void> {
  if (!(await deleteLink(ctx, userId, linkId))) throw new NotFound()
}

/** Returns the latest views of a link. Rejects with NotFound. */
export async function readViews(
  ctx: AppContext,
  { userId, linkId }: { userId: string; linkId: string },
  limit: number,
): Promise<{ total: number; list: ShareView[] }> {
  const link = await readLink(ctx, userId, linkId)
  if (!link) throw new NotFound()
  const views = await listViews(ctx, link, limit)
  return {
    total: link.view_count,
    list: views.map(({ view_id, viewed_at, browser, system, has_listened, downloads }) => ({
      view_id,
      browser,
      system,
      has_listened,
      downloads,
      viewed_at: viewed_at.getTime(),
    })),
  }
}

/** Converts a link to its wire format for the owner. */
export function toWire(ctx: AppContext, link: LinkRecord, from: From): ShareLink {
  const url = link.revoked_at ? null : addressOf(ctx, link, from)
  const { clip_start_ms, clip_end_ms } = link
  const { link_id, label, shows_summary, shows_transcript, shows_audio, note_ids, hides_names, allows_download } = link
  return {
    link_id,
    label,
    shows_summary,
    shows_transcript,
    shows_audio,
    note_ids,
    hides_names,
    allows_download,
    url,
    preview_url: url && `${url}?preview=${createPass(ctx, 'owner', link)}`,
    clip: clip_start_ms === null || clip_end_ms === null ? null : { start_ms: clip_start_ms, end_ms: clip_end_ms },
    expires_at: millis(link.expires_at),
    has_password: link.password_hash !== null,
    is_client: link.is_client,
    revoked_at: millis(link.revoked_at),
    created_at: link.created_at.getTime(),
    view_count: link.view_count,
    last_viewed_at: millis(link.last_viewed_at),
  }
}

/** Returns the URL of a link with the origin of the request. */
export const addressOf = (ctx: AppContext, link: LinkRecord, from: From): string =>
  withRequestOrigin(publicAddressOf(ctx, link), ctx.config, from)

const millis = (date: Date | null): number | null => date && date.getTime()

const hashOf = async (ctx: AppContext, { password }: ShareChange): Promise<string | null | undefined> =>
  typeof password === 'string' ? hashPassword(ctx.hashCost, password) : password

function required(link: LinkRecord | undefined): LinkRecord {
  if (!link) throw new NotFound()
  return link
}

/** Returns the columns to change, each by name, so that no other input reaches the table. */
function toFields(
  ctx: AppContext,
  change: ShareChange,
  { duration, password_hash }: { duration: number; password_hash: string | null | undefined },
): (Partial<LinkRecord> & { refused?: never }) | WrongSettings {
  const { label, shows_summary, shows_transcript, shows_audio, note_ids, clip, hides_names, allows_download, expires_at } = change
  const now = ctx.clock.now()
  if (clip && (clip.end_ms > duration || clip.end_ms - clip.start_ms < MIN_CLIP)) return { refused: 'clipOutside' }
  if (typeof expires_at === 'number' && expires_at <= now.getTime()) return { refused: 'expiresInPast' }
  const fields = {
    shows_summary,
    shows_transcript,
    shows_audio,
    hides_names,
    allows_download,
    password_hash,
    label: label?.trim(),
    note_ids: note_ids && [...new Set(note_ids)],
    ...(clip !== undefined && { clip_start_ms: clip?.start_ms ?? null, clip_end_ms: clip?.end_ms ?? null }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(change.revoked !== undefined && { revoked_at: change.revoked ? now : null }),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<LinkRecord>
}
