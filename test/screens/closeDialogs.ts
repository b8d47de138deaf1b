import { act } from '@testing-library/react'
import { closeDialog } from '#ui/dialog/openDialog.ts'
import type { DialogName } from '#ui/dialog/openDialog.ts'

/** Closes what a test opened. Dialogs stay requested between the tests of a file. */
export const closeDialogs = (...names: readonly DialogName[]): void => act(() => names.forEach(closeDialog))
