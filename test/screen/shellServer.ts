import { filesContract } from '#features/files/contract.ts'
import type { FileRow } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { UPLOAD_LIMIT, uploadContract } from '#features/upload/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { Says, on, serveInMemory } from './serveInMemory.ts'
import { tellsFacts } from './serverFacts.ts'

type Person = Reply<typeof meContract.me>['data_user']

const NONE = {
  data_processing: [],
  data_processing_chatllm: [],
  data_processing_sum_new_note: [],
  data_complete_sum_new_note: [],
}
const LISTS = { files_trans: [], files_summ: [] }

/** A library with folders and work on it, and whoever it belongs to; what a test changes is told at the next call. */
export function shellServer(first: { files?: FileRow[]; folders?: Folder[]; tasks?: TaskView[]; me?: Partial<Person> } = {}) {
  const world = { files: first.files ?? [], folders: first.folders ?? [], tasks: first.tasks ?? [], isDown: false }
  const lists =
    <Words extends object>(words: () => Words) =>
    () => {
      if (world.isDown) throw new Says(500)
      return words()
    }
  const { asked } = serveInMemory([
    tellsFacts({}),
    on(
      filesContract.simple,
      lists(() => ({ data_file_total: world.files.length, data_file_list: world.files })),
    ),
    on(
      foldersContract.list,
      lists(() => ({ data_filetag_total: world.folders.length, data_filetag_list: world.folders })),
    ),
    on(meContract.me, () => ({ data_user: person(first.me), data_state: STATE })),
    on(generateContract.status, () => ({
      ...NONE,
      data_transsumm: LISTS,
      data_processing_transsumm: { ...LISTS, files_outline: [] },
      data_tasks: world.tasks,
    })),
    on(uploadContract.webConfig, () => ({ data: { upload_limit_size: UPLOAD_LIMIT } })),
    on(generateContract.cancel, ({ params }) => {
      world.tasks = world.tasks.map((task) => (task.file_id === params.id ? { ...task, stage: 'cancelled' } : task))
      return {}
    }),
  ])
  return { world, asked }
}

function person(change: Partial<Person> = {}): Person {
  const zero = { membership_id: 0, membership_id_traffic: 0, start_time: 0, expire_time: 0, reset_time: 0, seconds_left: 0 }
  const traffic = { start_time_traffic: 0, expire_time_traffic: 0, seconds_left_traffic: 0, seconds_total_traffic: 0 }
  const who = { id: 'u1', id_hash: 'h', email: 'lena@example.org', nickname: 'Lena', avatar: null, country: 'DE' }
  const flags = { email_verified: true, has_transcribed: false, has_new_privacy: false }
  return { ...zero, ...traffic, ...who, ...flags, seconds_total: 0, membership_type: 'starter', ...change }
}

const STATE: Reply<typeof meContract.me>['data_state'] = {
  is_bind: 0,
  is_membership: 0,
  membership_type: 'starter',
  membership_flag: '',
  has_transcribed: false,
  autorenew_status_ios: false,
  autorenew_status_android: false,
  autorenew_status_web: false,
  autorenew_status_stripe: false,
  is_free_trial_now: 0,
  is_free_trial_history: 0,
  is_subscribed: false,
  created_at: 0,
}
