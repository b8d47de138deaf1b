import { act } from '@testing-library/react'
import { closeDialog } from '#ui/dialog/openDialog.ts'
import type { DialogName } from '#ui/dialog/openDialog.ts'

/** Closes dialogs opened by a test. Otherwise they would stay open across the tests of a file. */
export const closeDialogs = (...names: readonly DialogName[]): void => act(() => names.forEach(closeDialog))
