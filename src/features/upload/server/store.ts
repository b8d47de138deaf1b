import type { Ground } from '#platform/ground.ts'
import type { UploadType } from '../contract.ts'

export type UploadRecord = {
  user_id: string
  upload_id: string
  object_name: string
  file_type: UploadType
  bytes: number
  state: 'open' | 'merged' | 'confirmed'
  created_at: Date
}

const tables = (ground: Ground) => ground.db.withTables<{ upload: UploadRecord }>()

export async function insertUpload(ground: Ground, row: UploadRecord): Promise<void> {
  await tables(ground).insertInto('upload').values(row).execute()
}

/** The user's own upload by both of its names; a foreign one is not there. */
export const readUpload = async (ground: Ground, userId: string, uploadId: string, objectName: string) =>
  tables(ground)
    .selectFrom('upload')
    .selectAll()
    .where('user_id', '=', userId)
    .where('upload_id', '=', uploadId)
    .where('object_name', '=', objectName)
    .executeTakeFirst()

type State = UploadRecord['state']

/**
 * Moves an upload from one state to the next, and does nothing to one that has moved on meanwhile: a call that was overtaken
 * must never make a confirmed upload look unfinished, for the sweep would take its sound. True when it moved.
 */
export async function setState(
  ground: Ground,
  { user_id, upload_id }: UploadRecord,
  { from, to }: { from: State; to: State },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(ground)
    .updateTable('upload')
    .set({ state: to })
    .where('user_id', '=', user_id)
    .where('upload_id', '=', upload_id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The upload, locked until the step ends; undefined when a sweep has taken it. */
export const lockUpload = async (step: Ground, { user_id, upload_id }: UploadRecord) =>
  tables(step)
    .selectFrom('upload')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('upload_id', '=', upload_id)
    .forUpdate()
    .executeTakeFirst()

/** One upload begun before `before` and never confirmed, locked; uploads being confirmed right now are passed over. */
export const lockAbandoned = async (step: Ground, before: Date) =>
  tables(step)
    .selectFrom('upload')
    .selectAll()
    .where('state', '!=', 'confirmed')
    .where('created_at', '<', before)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function deleteUpload(ground: Ground, { user_id, upload_id }: UploadRecord): Promise<void> {
  await tables(ground).deleteFrom('upload').where('user_id', '=', user_id).where('upload_id', '=', upload_id).execute()
}
