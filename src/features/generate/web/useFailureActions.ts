import { openDialog } from '#ui/dialog/openDialog.ts'
import type { TaskView } from '../contract.ts'
import { GENERATE_FLAGS, describeFailure } from '../rules.ts'
import { useGenerate } from './useGenerate.ts'

/** What the actions of the catalogue do for the failed task of a recording (B§8): `generate` asks for another template. */
export function useFailureActions({ file_id: fileId, status }: Pick<TaskView, 'file_id' | 'status'>) {
  const { retry, isStarting } = useGenerate(fileId)
  const flag = describeFailure(status).stage === 'summary' ? GENERATE_FLAGS.resummarise : GENERATE_FLAGS.generate
  return { again: retry, generate: () => openDialog('generate', { fileId, flag }), isStarting }
}
