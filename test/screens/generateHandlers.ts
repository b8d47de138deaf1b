import { filesContract, type File } from '#features/files/contract.ts'
import { languageModelsContract, type ModelOption } from '#features/language-models/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import type { Note } from '#features/notes/contract.ts'
import { profileContract, type Settings } from '#features/profile/contract.ts'
import { SETTINGS } from './aUser.ts'
import { createRecording } from './createRecording.ts'
import { type RouteHandler, handle } from './mockServer.ts'
import { aTemplate, mockTemplates } from './mockTemplates.ts'
import { handleSiteSettings } from './siteSettings.ts'

export const AUTO_MODEL: ModelOption = { model_name: 'auto', name: 'Auto', des: '', isBeta: false, is_inner: false }
export const OTHER_MODEL: ModelOption = {
  model_name: 'qwen3',
  name: 'Qwen 3',
  des: 'On this machine',
  isBeta: true,
  is_inner: true,
}
export const AUTOMATIC = aTemplate({ id: 'AUTO-SELECT', name: 'Automatic', custom_type: 'system' })
export const INTERVIEW = aTemplate({ id: 'INTERVIEW', name: 'Interview, questions and answers', custom_type: 'system' })

/** The reply to a request that has started a task. */
export const PENDING_REPLY = {
  err_code: '',
  err_msg: '',
  task_id_info: {},
  data_result: null,
  data_result_summ: null,
  data_result_summ_mul: null,
  outline_result: null,
  outline_task_status: 0,
  data_note_result: [],
  download_link_map: {},
  file_version: 1,
  auto_save: true,
  msg: '',
  status: 0,
}

/** The data that the generate dialog reads. */
export type GenerateDialogState = {
  file?: Partial<File>
  models?: ModelOption[]
  settings?: Partial<Settings>
  isBeta?: boolean
}

/** The routes that the generate dialog and the new-note dialog read. */
export function generateDialogHandlers({ file, models, settings, isBeta = true }: GenerateDialogState = {}): RouteHandler[] {
  return [
    handle(filesContract.list, ({ body }) => {
      const found = body.map((id) => createRecording({ ...file, id }))
      return { data_file_total: found.length, data_file_list: found, data_left_out: [] }
    }),
    handle(profileContract.settings, () => ({ data: { ...SETTINGS, ...settings } })),
    handle(languageModelsContract.options, () => ({ data: { models: models ?? [AUTO_MODEL, OTHER_MODEL] } })),
    handle(languageModelsContract.dimensions, () => ({
      data: {
        dimensions: [
          { dimension: 'points', name: 'Key points', isBeta: false },
          { dimension: 'decisions', name: 'Decisions', isBeta: false },
          { dimension: 'chapters', name: 'Chapters', isBeta: true },
        ],
      },
    })),
    handle(membershipContract.featureAccess, () => ({
      data: { features: ['auto_generate', 'multi_summary'].map((feature_code) => ({ feature_code, is_beta: isBeta })) },
    })),
    handleSiteSettings({ summarises_in_any_language: models?.length !== 1 }),
    ...mockTemplates({ templates: [AUTOMATIC, INTERVIEW] }).handlers,
  ]
}

/** Returns a note made from another template. */
export function aNote(change: Partial<Note> = {}): Note {
  const header = { headline: '', category: '', summary_id: '', original_category: '' }
  const [id, type, name, content] = ['n-1', 'sum_multi_note', 'Interview', '# Questions'] as const
  return {
    note_id: id,
    note_type: type,
    note_title: '',
    note_content: content,
    note_tab_name: name,
    data_id: id,
    data_type: type,
    data_title: '',
    data_content: content,
    data_tab_name: name,
    error_code: '',
    summary_id: '',
    data_post_id: 'p-1',
    data_link: '',
    data_error_code: '',
    task_status: 1,
    version_id: 'v-1',
    version_count: 0,
    made_at: 1_795_000_000,
    mark_title: '',
    mark_memo: [],
    ppc_status: 0,
    template: { id: 'INTERVIEW', type: 'system', name },
    extra: { summary_id: '', header, form: null, cited: null },
    ...change,
  }
}
