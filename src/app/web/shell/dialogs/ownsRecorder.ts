import type { QueryClient } from '@tanstack/react-query'
import { hasRecorder } from '#features/devices/web.tsx'

/** A chunk of its own: imported as a whole, the face of devices would bring its screens. */
export const ownsRecorder = (queries: QueryClient): Promise<boolean> => hasRecorder(queries)
