import { newId } from '#shared/newId.ts'
import { cleanName, foldText } from '#shared/normalizeText.ts'
import { lockAccountForShare, readAccountProfile } from '#features/account/server.ts'
import { hasRight, readTier } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { templatesTopic } from '../../contract.ts'
import {
  INITIAL_STATUS,
  type SubmissionProblem,
  checkSubmission,
  cleanContent,
  isAutomaticTemplate,
  localeOf,
  maxTemplates,
  nextStatus,
} from '../../rules.ts'
import { type OwnKind, kindOf } from '../../rules/status.ts'
import type { Languages } from '../items.ts'
import { RIGHTS, findTemplate, readUsedTexts, rightTo } from '../listed.ts'
import {
  type TemplateRecord,
  type UserTemplate,
  type VersionRecord,
  countOwn,
  deleteTemplate,
  insertTemplate,
  insertVersion,
  lockSaves,
  lockUserTemplate,
  readUserTemplate,
  updateTemplate,
} from '../storeTemplates.ts'
import { deleteUses } from '../storeUses.ts'

const TEXTS = ['title', 'description', 'content', 'category', 'icon', 'icon_color', 'note_tab_name', 'language'] as const
type Texts = Pick<VersionRecord, (typeof TEXTS)[number]>
/** What a user writes. What is absent stays as it was, and is empty or the default in a new template. */
export type TemplateDraft = { readonly [Name in keyof Texts | 'author_email' | 'author_name']?: string | undefined }

/** What keeps a template from being saved (B§6). Only what is meant for others must have safe texts. */
export type EditRefusal<Kind extends OwnKind> =
  | { readonly refused: 'noPermission'; readonly max?: undefined }
  | (Kind extends 'community' ? { readonly refused: SubmissionProblem; readonly max?: undefined } : never)
export type SaveRefusal<Kind extends OwnKind> = EditRefusal<Kind> | { readonly refused: 'tooMany'; readonly max: number }

const NEW_TEXTS: Texts = {
  title: '',
  description: '',
  content: '',
  note_tab_name: '',
  language: localeOf(undefined),
  category: '',
  icon: 'file-text',
  icon_color: 'green',
}

type Origin = Pick<TemplateRecord, 'origin_kind' | 'origin' | 'origin_version'>

/**
 * Saves a private template (`custom`), or submits one to the community. Refuses without the right, above the limit of the plan,
 * and texts for others that are not safe.
 */
export async function createTemplate<Kind extends OwnKind>(
  ctx: AppContext,
  userId: string,
  kind: Kind,
  draft: TemplateDraft,
  origin: Origin = { origin_kind: null, origin: null, origin_version: null },
): Promise<UserTemplate | SaveRefusal<Kind>> {
  const refusal = await findRefusal(ctx, userId, kind, draft)
  if (refusal) return refusal
  const max = maxTemplates(await readTier(ctx, userId))[kind]
  const now = ctx.clock.now()
  const row: TemplateRecord = {
    user_id: userId,
    template_id: newId(now),
    status: kind === 'custom' ? 'private' : INITIAL_STATUS,
    ...(await authorOf(ctx, userId, kind, draft)),
    comment: '',
    latest_version: 1,
    published_version: null,
    created_at: now,
    reviewed_at: null,
    ...origin,
  }
  const latest = toVersion(row, toTexts(draft, NEW_TEXTS), now)
  return await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    await lockSaves(tx, userId)
    if ((await countOwn(tx, userId))[kind] >= max) return { refused: 'tooMany', max }
    await insertTemplate(tx, row)
    await insertVersion(tx, latest, null)
    await tx.live.publish(templatesTopic, { userId, id: row.template_id })
    return { row, latest, published: null }
  })
}

/**
 * Saves a new version of an own template. One of the community waits for review: a published version stays visible until then,
 * and one that was taken down does not come back. Refuses like `createTemplate`. Rejects with NotFound.
 */
export async function editTemplate<Kind extends OwnKind>(
  ctx: AppContext,
  userId: string,
  { kind, id }: { kind: Kind; id: string },
  draft: TemplateDraft,
): Promise<UserTemplate | EditRefusal<Kind>> {
  ownOrNotFound(await readUserTemplate(ctx, id), userId, kind)
  const refusal = await findRefusal(ctx, userId, kind, draft)
  if (refusal) return refusal
  const author = await authorOf(ctx, userId, kind, draft)
  return await ctx.transaction(async (tx) => {
    const { row, latest: before, published } = ownOrNotFound(await lockUserTemplate(tx, id), userId, kind)
    const texts = toTexts(draft, before)
    // A text is submitted again also when it is the same.
    if (kind === 'custom' && TEXTS.every((name) => texts[name] === before[name])) return { row, latest: before, published }
    const status = row.status === 'private' ? row.status : nextStatus(row.status, 'edit')
    if (!status) throw new NotFound()
    const published_version = status === 'new_in_review' ? row.published_version : null
    const change = { ...author, status, latest_version: row.latest_version + 1, published_version }
    const edited = { ...row, ...change }
    const latest = toVersion(edited, texts, tx.clock.now())
    await insertVersion(tx, latest, published_version)
    await updateTemplate(tx, id, change)
    await tx.live.publish(templatesTopic, { userId, id })
    return { row: edited, latest, published: published_version === null ? null : published }
  })
}

/** Deletes an own template with its uses. Copies that other users saved stay. Rejects with NotFound. */
export async function removeTemplate(ctx: AppContext, userId: string, kind: OwnKind, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    ownOrNotFound(await lockUserTemplate(tx, id), userId, kind)
    await deleteTemplate(tx, id)
    await deleteUses(tx, kind, id)
    await tx.live.publish(templatesTopic, { userId, id })
  })
}

/**
 * Copies a template to the own ones, in the language that the user reads it in. The copy stays at this version. Refuses without
 * the right to the original or to own templates. Rejects with NotFound.
 */
export async function copyTemplate(
  ctx: AppContext,
  userId: string,
  id: string,
  { language_os, language_trans }: Languages,
): Promise<UserTemplate | SaveRefusal<'custom'> | { refused: 'locked'; max?: undefined }> {
  const found = isAutomaticTemplate(id) ? undefined : await findTemplate(ctx, userId, id, language_os)
  if (!found) throw new NotFound()
  const right = rightTo(found)
  if (right && !(await hasRight(ctx, userId, right))) return { refused: found.kind === 'custom' ? 'noPermission' : 'locked' }
  const texts = await readUsedTexts(ctx, found, language_trans && localeOf(language_trans))
  // The description is for readers of the community.
  const draft = { ...texts, description: '' }
  if (found.kind === 'custom') return await createTemplate(ctx, userId, 'custom', draft)
  const origin_version = found.kind === 'system' ? 1 : (found.published ?? found.texts).version
  return await createTemplate(ctx, userId, 'custom', draft, { origin_kind: found.kind, origin: id, origin_version })
}

/** Returns a template when it belongs to the user and has the given kind, if any. Throws NotFound otherwise. */
export function ownOrNotFound(template: UserTemplate | undefined, userId: string, kind?: OwnKind): UserTemplate {
  if (template?.row.user_id !== userId || (kind && kindOf(template.row.status) !== kind)) throw new NotFound()
  return template
}

async function findRefusal<Kind extends OwnKind>(
  ctx: AppContext,
  userId: string,
  kind: Kind,
  { content = '', title = '', description = '', author_name = '', note_tab_name = '' }: TemplateDraft,
): Promise<EditRefusal<Kind> | undefined> {
  if (!(await hasRight(ctx, userId, RIGHTS[kind]))) return { refused: 'noPermission' }
  if (kind === 'custom') return undefined
  const refused = checkSubmission({ content, others: [title, description, author_name, note_tab_name] })
  return refused && ({ refused } as EditRefusal<Kind>)
}

/** The author of a private template is the account. */
async function authorOf(ctx: AppContext, userId: string, kind: OwnKind, { author_email = '', author_name = '' }: TemplateDraft) {
  if (kind === 'custom') return { author_email: '', author_name: '' }
  return { author_email, author_name: cleanName(author_name) || (await readAccountProfile(ctx, userId)).nickname }
}

const CLEAN: { readonly [Name in keyof Texts]?: (text: string) => string } = {
  description: cleanName,
  content: cleanContent,
  note_tab_name: cleanName,
  language: localeOf,
}

const toTexts = (draft: TemplateDraft, before: Texts): Texts =>
  Object.fromEntries(
    TEXTS.map((name) => {
      const text = draft[name]
      return [name, text === undefined ? before[name] : (CLEAN[name]?.(text) ?? text)]
    }),
  ) as Texts

const toVersion = (row: TemplateRecord, texts: Texts, created_at: Date): VersionRecord => ({
  ...texts,
  template_id: row.template_id,
  version: row.latest_version,
  created_at,
  decision: null,
  comment: '',
  search_text: foldText(`${texts.title}\n${texts.description}\n${row.author_name}`),
})
