import type { ReactNode } from 'react'
import { seconds } from '#shared/units.ts'
import { ToastMillis } from '#ui/toast/useToast.ts'

/** What belongs to templates: its toasts last two seconds (A§9, B§9). */
export const TemplatesArea = ({ children }: { children: ReactNode }) => <ToastMillis value={seconds(2)}>{children}</ToastMillis>
