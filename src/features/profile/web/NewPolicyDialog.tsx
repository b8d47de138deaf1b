import { PolicyScreen } from '#features/account/web.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useReloadMe } from './useMe.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    policy: object
  }
}

/** Asks the user to agree to a new privacy policy (A§4). */
export function NewPolicyDialog({ open, onClose }: DialogProps<'policy'>) {
  const reloadMe = useReloadMe()
  return <PolicyScreen open={open} onClose={onClose} onAgreed={() => void reloadMe()} />
}
