import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useMe } from './useMe.ts'

const NewPolicyDialog = lazyDialog<DialogProps<'policy'>>(async () => (await import('./NewPolicyDialog.tsx')).NewPolicyDialog)

/** Asks for consent to a new privacy policy on a page outside of the main layout, whose queue of dialogs it does not have (A§4). */
export function NewPolicyQuestion() {
  const isNew = useMe()?.has_new_privacy ?? false
  return <NewPolicyDialog open={isNew} onClose={() => {}} />
}
