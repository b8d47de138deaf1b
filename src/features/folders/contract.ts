import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { plainName } from '#kit/plainName.ts'

/** The seven colours of the folder dialog, the first is the default (B§5). */
export const FOLDER_COLORS = ['#191919', '#4c8eff', '#46cf6c', '#f9a251', '#3dc8c8', '#fb5c5c', '#c149eb'] as const

/** A plain name of at least one and fewer than 255 characters (B§5); two that look alike are one. */
export const FOLDER_NAME_MAX = 254
export const FolderName = z
  .string()
  .max(10_000, 'Folder_toolong')
  .transform(plainName)
  .pipe(z.string().min(1, 'Folder_noname').max(FOLDER_NAME_MAX, 'Folder_toolong'))

/** Any hex colour: twelve named ones stand beside the seven presets, and foreign clients bring their own. */
export const FolderColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Folder_badcolor')
export const FolderIcon = z.string().regex(/^[a-z0-9_-]{1,40}$/i, 'Folder_badicon')

export const Folder = z.object({ id: z.string(), name: z.string(), color: z.string(), icon: z.string() })
export type Folder = z.infer<typeof Folder>

export const FolderDraft = z.object({
  name: FolderName,
  color: FolderColor.default(FOLDER_COLORS[0]),
  icon: FolderIcon.default('folder'),
})

const nameTaken = { status: -2, says: 'Folder_exists' } as const // B§8
const params = z.object({ id: z.string().min(1).max(64) })

export const foldersContract = {
  list: route({
    method: 'GET',
    path: '/filetag/',
    access: 'signed-in',
    summary: 'All folders of the caller',
    reply: z.object({ data_filetag_total: z.number().int(), data_filetag_list: z.array(Folder) }),
  }),
  create: route({
    method: 'POST',
    path: '/filetag/',
    access: 'signed-in',
    summary: 'Make a folder',
    body: FolderDraft,
    reply: z.object({ data_filetag: Folder }),
    refusals: { nameTaken },
  }),
  change: route({
    method: 'PATCH',
    path: '/filetag/:id',
    access: 'signed-in',
    summary: 'Rename a folder, give it another colour or icon',
    params,
    body: z.object({ name: FolderName.optional(), color: FolderColor.optional(), icon: FolderIcon.optional() }),
    reply: z.object({ data_filetag: Folder }),
    refusals: { nameTaken },
  }),
  remove: route({
    method: 'DELETE',
    path: '/filetag/:id',
    access: 'signed-in',
    summary: 'Delete a folder; its recordings become unorganized',
    params,
    reply: z.object({}),
  }),
  move: route({
    method: 'POST',
    path: '/file/update-tags',
    access: 'signed-in',
    summary: 'Move recordings into a folder, or out of any with an empty id; all or none',
    body: z.object({ file_id_list: z.array(z.string()).min(1).max(100_000), filetag_id: z.string().max(64).default('') }),
    reply: z.object({}),
  }),
} as const
