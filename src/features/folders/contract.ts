import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { MAX_FILES_PER_CALL, MAX_FILES_BODY } from '#features/files/contract.ts'
import { nameSchema } from '#shared/nameSchema.ts'

/** The seven preset colours of the folder dialog; the first is the default (B§5). */
export const FOLDER_COLORS = ['#191919', '#4c8eff', '#46cf6c', '#f9a251', '#3dc8c8', '#fb5c5c', '#c149eb'] as const

/** A plain name of 1 to 254 characters (B§5); names that look alike are equal. */
export const FOLDER_NAME_MAX = 254
export const FolderName = nameSchema({
  max: FOLDER_NAME_MAX,
  empty: 'A folder needs a name.',
  tooLong: `A name has ${FOLDER_NAME_MAX} characters at most.`,
})

/** Any hexadecimal colour: besides the seven presets there are twelve named ones, and other clients use their own. */
export const FolderColor = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'A colour is # and six hexadecimal digits.'))
export const FolderIcon = z
  .string()
  .check(z.regex(/^[a-z0-9_-]{1,40}$/i, 'An icon is a name of up to 40 letters, digits, _ and -.'))

export const Folder = z.object({ id: z.string(), name: z.string(), color: z.string(), icon: z.string() })
export type Folder = z.infer<typeof Folder>

export const FolderDraft = z.object({
  name: FolderName,
  color: z._default(FolderColor, FOLDER_COLORS[0]),
  icon: z._default(FolderIcon, 'folder'),
})

/** Maximum number of folders per account. */
export const FOLDERS_MAX = 2000

const nameTaken = { status: -2, message: 'A folder with this name already exists. Choose another name.' } as const // B§8
const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

/** A folder was added, changed or deleted, which also changes its recordings. */
export const foldersTopic = liveTopic('folders', z.object({ id: z.string() }))

export const foldersContract = {
  list: route({
    method: 'GET',
    path: '/filetag/',
    access: 'signed-in',
    summary: "List the caller's folders",
    reply: z.object({ data_filetag_total: z.int(), data_filetag_list: z.array(Folder) }),
  }),
  create: route({
    method: 'POST',
    path: '/filetag/',
    access: 'signed-in',
    summary: 'Create a folder',
    body: FolderDraft,
    reply: z.object({ data_filetag: Folder }),
    refusals: { nameTaken, tooMany: { status: -6, message: 'An account can have 2,000 folders at most.' } },
  }),
  change: route({
    method: 'PATCH',
    path: '/filetag/:id',
    access: 'signed-in',
    summary: 'Change the name, color or icon of a folder',
    params,
    body: z.object({ name: z.optional(FolderName), color: z.optional(FolderColor), icon: z.optional(FolderIcon) }),
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
    mayNotExist: true,
    summary: 'Move recordings to a folder, or to none with an empty id; all or none',
    body: z.object({
      file_id_list: z.array(z.string().check(z.maxLength(64))).check(
        z.minLength(1),
        z.maxLength(MAX_FILES_PER_CALL, { abort: true }),
        z.overwrite((ids) => [...new Set(ids)]),
      ),
      filetag_id: z._default(z.string().check(z.maxLength(64)), ''),
    }),
    bodyLimit: MAX_FILES_BODY,
    reply: z.object({}),
  }),
} as const
